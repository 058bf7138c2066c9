import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../bank.ts";
import {
  bindCookie,
  csrfOf,
  frameOf,
  isOwnForm,
  pageHeaders,
  readCookie,
  showPageFaults,
  takeForms,
} from "../http/pages.ts";
import { endedPage } from "../sca/page-of-stop.ts";
import { renderConsentPage } from "../sca/pages/consent-page.ts";
import { renderIdentifyPage } from "../sca/pages/identify-page.ts";
import { renderOwnConsentsPage } from "../sca/pages/own-consents-page.ts";
import type { PageFrame } from "../sca/pages/page-models.ts";
import { changeOwnConsent, findOwnConsent } from "./change-own-consent.ts";
import { findVisitedWorld } from "./own-visit-store.ts";
import { revokeConsent } from "./revoke-consent.ts";
import { viewConsentChoices, viewOwnConsents } from "./view-own-consents.ts";
import { identifyVisitor, type KnownVisit, openVisit } from "./visit-own-pages.ts";

interface Query {
  readonly lang?: string;
  readonly world?: string;
  readonly done?: string;
}
type PageRequest = FastifyRequest<{ Params: { consentId?: string }; Querystring: Query }>;
type Ended = Parameters<typeof endedPage>[0];

const cookieName = "varde-own";
const root = "/consents";

/** SCA-15: the bank's own pages, where a PSU sees what each TPP may see and takes it back. */
export const ownConsentRoutes =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    takeForms(app);
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(pageHeaders);
    });
    showPageFaults(app, bank);
    const pages = new OwnPages(bank);
    app.get(root, (request: PageRequest, reply) => pages.get(request, reply));
    app.post(root, (request: PageRequest, reply) => pages.post(request, reply));
    app.get(`${root}/:consentId`, (request: PageRequest, reply) => pages.get(request, reply));
    app.post(`${root}/:consentId`, (request: PageRequest, reply) => pages.post(request, reply));
  };

class OwnPages {
  readonly #bank: Bank;

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  async get(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cookie = readCookie(request, cookieName);
    const visit = cookie === undefined ? undefined : await openVisit(cookie, this.#bank);
    if (visit === "blocked") return this.#end("blocked", request, reply);
    if (cookie === undefined || visit === undefined) return this.#askWho(request, reply);
    return request.params.consentId === undefined
      ? this.#list(visit, cookie, request, reply)
      : this.#checklist(visit, request.params.consentId, cookie, request, reply);
  }

  async post(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cookie = readCookie(request, cookieName) ?? "";
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (!isOwnForm(form, cookie, request, this.#bank)) {
      return this.#end("stale-form", request, reply);
    }
    const visit = await openVisit(cookie, this.#bank);
    if (visit === "blocked") return this.#end("blocked", request, reply);
    if (visit === undefined) {
      return form.get("step") === "identify"
        ? this.#identify(form, cookie, request, reply)
        : this.#end("expired", request, reply);
    }
    switch (form.get("step")) {
      case "own-consents":
        return this.#revoke(visit, form, request, reply);
      case "consent":
        return this.#change(visit, form, request, reply);
      default:
        return this.#goTo(root, request, reply);
    }
  }

  async #askWho(
    request: PageRequest,
    reply: FastifyReply,
    error?: { readonly attemptsLeft: number },
  ): Promise<FastifyReply> {
    const worldId = await this.#world(request);
    if (worldId === undefined) return this.#end("unknown", request, reply);
    const { mode } = this.#bank.configuration;
    const cookie = readCookie(request, cookieName) ?? this.#bank.ids.newSecret();
    bindCookie(reply, cookieName, cookie, root, this.#bank);
    const customers =
      mode === "sandbox" ? await this.#bank.scaMethod.listTestCustomers?.(worldId) : undefined;
    const page = renderIdentifyPage({
      frame: this.#frame(request, root),
      form: { action: addressOf(root, request, this.#bank), csrf: csrfOf(cookie) },
      purpose: { kind: "own-consents" },
      ...(error === undefined ? {} : { error }),
      ...(customers === undefined ? {} : { sandbox: { customers } }),
    });
    return show(reply, page);
  }

  async #identify(
    form: URLSearchParams,
    cookie: string,
    request: PageRequest,
    reply: FastifyReply,
  ) {
    if (form.get("decision") === "refuse") return this.#goTo(root, request, reply);
    const worldId = await this.#world(request);
    if (worldId === undefined) return this.#end("unknown", request, reply);
    const identification = { customerNumber: form.get("customerNumber")?.trim() ?? "" };
    const known = await identifyVisitor(cookie, worldId, identification, this.#bank);
    if ("newCookie" in known) {
      bindCookie(reply, cookieName, known.newCookie, root, this.#bank);
      return this.#goTo(root, request, reply);
    }
    return known.attemptsLeft <= 0
      ? this.#end("blocked", request, reply)
      : this.#askWho(request, reply, known);
  }

  async #list(visit: KnownVisit, cookie: string, request: PageRequest, reply: FastifyReply) {
    const person = await this.#bank.psuDirectory.readPerson(visit.worldId, visit.personId);
    const page = renderOwnConsentsPage({
      frame: this.#frame(request, root),
      form: { action: addressOf(root, request, this.#bank), csrf: csrfOf(cookie) },
      psuName: person?.name ?? "",
      consents: await viewOwnConsents(visit, this.#bank),
      ...(request.query.done === "revoked" ? { notice: "revoked" as const } : {}),
    });
    return show(reply, page);
  }

  async #checklist(
    visit: KnownVisit,
    consentId: string,
    cookie: string,
    request: PageRequest,
    reply: FastifyReply,
  ) {
    const consent = await findOwnConsent(visit, consentId, this.#bank);
    if (consent === undefined) return this.#end("unknown", request, reply);
    const path = `${root}/${encodeURIComponent(consentId)}`;
    const page = renderConsentPage({
      frame: this.#frame(request, path),
      form: { action: addressOf(path, request, this.#bank), csrf: csrfOf(cookie) },
      ...(await viewConsentChoices(consent, visit.touchedAt, this.#bank)),
    });
    return show(reply, page);
  }

  async #revoke(
    visit: KnownVisit,
    form: URLSearchParams,
    request: PageRequest,
    reply: FastifyReply,
  ) {
    const { worldId, personId, touchedAt: at } = visit;
    const consentId = form.get("consentId") ?? "";
    const accountId = form.get("decision") === "revoke" ? undefined : (form.get("account") ?? "");
    const isRevoked = await this.#bank.storage.write(() =>
      revokeConsent({ worldId, personId, consentId, accountId, at }, this.#bank.ids),
    );
    return this.#goTo(root, request, reply, isRevoked ? { done: "revoked" } : {});
  }

  async #change(
    visit: KnownVisit,
    form: URLSearchParams,
    request: PageRequest,
    reply: FastifyReply,
  ) {
    if (form.get("decision") !== "approve") return this.#goTo(root, request, reply);
    const consent = await findOwnConsent(visit, request.params.consentId ?? "", this.#bank);
    const isChanged =
      consent !== undefined &&
      (await changeOwnConsent(consent, form.getAll("account"), this.#bank));
    return isChanged ? this.#goTo(root, request, reply) : this.#end("stale-form", request, reply);
  }

  #world(request: PageRequest): Promise<string | undefined> {
    return this.#bank.storage.read(() => findVisitedWorld(request.query.world ?? ""));
  }

  #frame(request: PageRequest, path: string): PageFrame {
    const inLanguage = (lang: string) => addressOf(path, request, this.#bank, { lang });
    const languages = { nb: inLanguage("nb"), en: inLanguage("en") };
    return { ...frameOf(request, this.#bank), languages };
  }

  #goTo(path: string, request: PageRequest, reply: FastifyReply, more = {}): FastifyReply {
    return reply.redirect(addressOf(path, request, this.#bank, more), 303);
  }

  #end(reason: Ended, request: PageRequest, reply: FastifyReply): FastifyReply {
    return show(reply, endedPage(reason, frameOf(request, this.#bank)), 410);
  }
}

/** The page's address with what of the query goes along from page to page. */
const addressOf = (
  path: string,
  request: PageRequest,
  bank: Bank,
  more: Readonly<Record<string, string>> = {},
): string => {
  const { world } = request.query;
  const kept = { lang: frameOf(request, bank).locale, ...(world === undefined ? {} : { world }) };
  return `${path}?${new URLSearchParams({ ...kept, ...more })}`;
};

const show = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(page);
