import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import { beginVisit, finishVisit } from "../../own-channel/begin-visit.ts";
import {
  type Identified,
  identifyVisitor,
  type KnownVisit,
  openVisit,
} from "../../own-channel/open-visit.ts";
import { findVisitedWorld } from "../../own-channel/visit-store.ts";
import { renderEidRedirectPage } from "../../pages/eid-redirect-page.ts";
import { renderIdentifyPage } from "../../pages/identify-page.ts";
import type { PageForm, PageFrame, Purpose } from "../../pages/parts/page-models.ts";
import { renderWaitPage } from "../../pages/wait-page.ts";
import type { ConsentId } from "../../ports/ids.ts";
import type { Form } from "../../request/form.ts";
import {
  bindCookie,
  csrfToken,
  isOwnForm,
  pageFrame,
  pollSeconds,
  readCookie,
  readForm,
  showPage,
} from "./pages.ts";
import { parseIdentification } from "./parse-action.ts";
import { endedPage } from "./render-sca-step.ts";

/** A part of the bank's own pages, which PSUs open without a TPP. */
export interface VisitArea {
  readonly root: string;
  readonly cookieName: string;
  readonly purpose: Purpose;
}

interface Query {
  readonly lang?: string;
  readonly world?: string;
  readonly done?: string;
  readonly state?: string;
}
export type VisitRequest = FastifyRequest<{
  Params: { consentId?: ConsentId };
  Querystring: Query;
}>;

/** A PSU who has identified themselves. */
export interface Visitor {
  readonly visit: KnownVisit;
  readonly cookie: string;
}

type Ended = Parameters<typeof endedPage>[0];

/** Requires that a PSU has identified themselves before they see the pages of an area. */
export class VisitLogin {
  readonly #bank: Bank;
  readonly #area: VisitArea;

  constructor(bank: Bank, area: VisitArea) {
    this.#bank = bank;
    this.#area = area;
  }

  /** Returns the visitor, or undefined after sending another page: to identify, or an error. */
  async requireVisitor(request: VisitRequest, reply: FastifyReply): Promise<Visitor | undefined> {
    const cookie = readCookie(request, this.#area.cookieName);
    const visit = cookie === undefined ? undefined : await openVisit(cookie, this.#bank);
    if (visit === "blocked") this.end("blocked", request, reply);
    else if (cookie === undefined || visit === undefined)
      await this.#showIdentifyPage(request, reply);
    else return { visit, cookie };
    return undefined;
  }

  /** Whether the request is of somebody who has identified. */
  async isVisitor(request: VisitRequest): Promise<boolean> {
    const cookie = readCookie(request, this.#area.cookieName);
    return cookie !== undefined && typeof (await openVisit(cookie, this.#bank)) === "object";
  }

  /** Returns the visitor and the form they sent, or undefined after sending another page. */
  async requireForm(
    request: VisitRequest,
    reply: FastifyReply,
  ): Promise<(Visitor & { readonly form: Form }) | undefined> {
    const cookie = readCookie(request, this.#area.cookieName) ?? "";
    const form = readForm(request);
    if (!isOwnForm(form, cookie, request, this.#bank)) {
      this.end("stale-form", request, reply);
      return undefined;
    }
    const visit = await openVisit(cookie, this.#bank);
    if (visit === "blocked") this.end("blocked", request, reply);
    else if (visit !== undefined) return { visit, cookie, form };
    else if (form.get("step") === "identify") await this.#identify(form, cookie, request, reply);
    else this.end("expired", request, reply);
    return undefined;
  }

  async #showIdentifyPage(
    request: VisitRequest,
    reply: FastifyReply,
    error?: { readonly attemptsLeft: number },
  ): Promise<FastifyReply> {
    const worldId = await this.#world(request);
    if (worldId === undefined) return this.end("unknown", request, reply);
    const { root, cookieName, purpose } = this.#area;
    const cookie = readCookie(request, cookieName) ?? this.#bank.ids.newSecret();
    const { locale } = pageFrame(request, this.#bank);
    const callbackUrl = `${this.#bank.configuration.publicUrl}${root}/callback`;
    const begun = await beginVisit(cookie, worldId, { locale, callbackUrl }, this.#bank);
    if (begun.kind === "identified" || begun.kind === "failed") {
      return this.#afterRedirect(begun, request, reply);
    }
    bindCookie(reply, cookieName, cookie, root, this.#bank);
    if (begun.kind === "redirect") {
      const frame = this.frame(request, root);
      return showPage(reply, renderEidRedirectPage({ frame, href: begun.address }));
    }
    if (begun.kind === "wait") return this.#showWaitPage(begun, request, reply);
    const isSandbox = this.#bank.configuration.mode === "sandbox";
    const customers = isSandbox
      ? await this.#bank.scaMethod.listTestCustomers?.(worldId)
      : undefined;
    const page = renderIdentifyPage({
      frame: this.frame(request, root),
      form: this.form(request, root, cookie),
      purpose,
      ...(error === undefined ? {} : { error }),
      ...(customers === undefined ? {} : { sandbox: { customers } }),
    });
    return showPage(reply, page);
  }

  async #identify(
    form: Form,
    cookie: string,
    request: VisitRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { root, cookieName } = this.#area;
    const worldId = await this.#world(request);
    if (worldId === undefined) return this.end("unknown", request, reply);
    const identification = parseIdentification(form);
    const { locale } = pageFrame(request, this.#bank);
    const callback = { kind: "form", fields: identification } as const;
    const known = await identifyVisitor(cookie, worldId, callback, locale, this.#bank);
    if (known.kind === "wait") return this.#showWaitPage(known, request, reply);
    if (known.kind === "failed") {
      return known.attemptsLeft <= 0
        ? this.end("blocked", request, reply)
        : this.#showIdentifyPage(request, reply, known);
    }
    bindCookie(reply, cookieName, known.newCookie, root, this.#bank);
    return this.goTo(root, request, reply);
  }

  /** Serves the address that a redirecting SCA method sends visitors back to. */
  serveCallback(app: FastifyInstance): void {
    const { root, cookieName } = this.#area;
    app.get(`${root}/callback`, async (request: VisitRequest, reply) => {
      const { state = "" } = request.query;
      const parameters = request.url.slice(request.url.indexOf("?") + 1);
      const cookie = readCookie(request, cookieName) ?? "";
      const { locale } = pageFrame(request, this.#bank);
      const found = await finishVisit(cookie, { state, parameters }, locale, this.#bank);
      return this.#afterRedirect(found, request, reply);
    });
  }

  #afterRedirect(found: Identified, request: VisitRequest, reply: FastifyReply): FastifyReply {
    const { root, cookieName } = this.#area;
    if (found.kind === "failed") return this.end("stale-form", request, reply);
    if (found.kind === "identified") {
      bindCookie(reply, cookieName, found.newCookie, root, this.#bank);
    }
    return this.goTo(root, request, reply);
  }

  #showWaitPage(
    { code }: { readonly code?: string },
    request: VisitRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const { root } = this.#area;
    reply.header("refresh", String(pollSeconds));
    const refreshHref = this.address(root, request);
    const frame = this.frame(request, root);
    const shown = code === undefined ? {} : { code };
    return showPage(reply, renderWaitPage({ frame, refreshHref, ...shown }));
  }

  #world(request: VisitRequest): Promise<string | undefined> {
    return this.#bank.storage.read(() => findVisitedWorld(request.query.world));
  }

  frame(request: VisitRequest, path: string): PageFrame {
    const inLanguage = (lang: string) => this.address(path, request, { lang });
    const languages = { nb: inLanguage("nb"), en: inLanguage("en") };
    return { ...pageFrame(request, this.#bank), languages };
  }

  form(request: VisitRequest, path: string, cookie: string): PageForm {
    return { action: this.address(path, request), csrf: csrfToken(cookie) };
  }

  goTo(path: string, request: VisitRequest, reply: FastifyReply, more = {}): FastifyReply {
    return reply.redirect(this.address(path, request, more), 303);
  }

  end(reason: Ended, request: VisitRequest, reply: FastifyReply): FastifyReply {
    return showPage(reply, endedPage(reason, pageFrame(request, this.#bank)), 410);
  }

  /** Returns the address of a page, with the query parameters that all pages pass on. */
  address(
    path: string,
    request: VisitRequest,
    more: Readonly<Record<string, string>> = {},
  ): string {
    const { world } = request.query;
    const lang = pageFrame(request, this.#bank).locale;
    const passedOn = { lang, ...(world === undefined ? {} : { world }) };
    return `${path}?${new URLSearchParams({ ...passedOn, ...more })}`;
  }
}
