import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import type { PageAssets } from "../../pages/page-assets.ts";
import type { Form } from "../../request/form.ts";
import { callbackPath } from "../../sca/begin-proof.ts";
import type { ScaFlow } from "../../sca/sca-flow.ts";
import {
  isOpenStep,
  type OpenStep,
  type ScaAction,
  type ScaStep,
  staleStep,
} from "../../sca/sca-step.ts";
import { LinkGuesses } from "./link-guesses.ts";
import {
  csrfToken,
  isOwnForm,
  leavingHeaders,
  pageFrame,
  pageType,
  pollSeconds,
  readForm,
  servePages,
  showPage,
  takesChecklist,
} from "./pages.ts";
import { parseAction, parseOutcome } from "./parse-action.ts";
import { renderScaStep } from "./render-sca-step.ts";
import {
  type BrowserLink,
  bindCallback,
  bindToBrowser,
  dropCallback,
  readBrowserCookie,
  readCallbackLink,
} from "./sca-cookies.ts";

type PageRequest = FastifyRequest<{
  Params: { secret: string };
  Querystring: { lang?: string; poll?: string; token?: string; version?: string };
}>;
type CallbackRequest = FastifyRequest<{ Querystring: { state?: string } }>;

/**
 * Serves the pages of an SCA: plain forms without scripts. SCA-32: a GET or HEAD of the link binds
 * nothing. The first form binds the SCA to the browser's cookie, as does the address at which a
 * proof begins outside the bank's pages.
 */
export const scaRoutes =
  (bank: Bank, flow: ScaFlow) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    serveAssets(app, bank.pageAssets);
    const pages = new ScaPages(bank, flow);
    app.get("/sca/:secret", (request: PageRequest, reply) => pages.get(request, reply));
    app.head("/sca/:secret", (request: PageRequest, reply) => pages.head(request, reply));
    app.get("/sca/:secret/begin", (request: PageRequest, reply) => pages.begin(request, reply));
    const checklist = takesChecklist((request: PageRequest) => pages.isChecklist(request));
    app.post("/sca/:secret", checklist, (request: PageRequest, reply) =>
      pages.post(parseAction, request, reply),
    );
    app.get(callbackPath, (request: CallbackRequest, reply) => pages.callback(request, reply));
    if (bank.configuration.mode === "sandbox") {
      app.post("/sca/:secret/outcome", (request: PageRequest, reply) =>
        pages.post(parseOutcome, request, reply),
      );
    }
  };

const serveAssets = (app: FastifyInstance, { files }: PageAssets): void => {
  for (const { fileName, contentType, body } of files) {
    const bytes = Buffer.from(body);
    app.get(`/sca-assets/${fileName}`, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .type(contentType)
        .send(bytes),
    );
  }
};

class ScaPages {
  readonly #bank: Bank;
  readonly #flow: ScaFlow;
  readonly #guesses = new LinkGuesses();

  constructor(bank: Bank, flow: ScaFlow) {
    this.#bank = bank;
    this.#flow = flow;
  }

  async get(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { secret } = request.params;
    const known = readBrowserCookie(request);
    if (known !== undefined && isPrefetch(request)) return refusePrefetch(reply);
    const { step: opened, isBound } = await this.#open(request, known);
    // A page that waits is loaded again by itself, also if its browser did not receive the end.
    const isPolled = request.query.poll !== undefined && isBound === true;
    const step = isPolled ? await this.#orEnd(opened) : opened;
    // A page that waits does not take the SCA back from the browser that took it over.
    const isLost = request.query.poll !== undefined && !isBound && isOpenStep(step);
    const shown: ScaStep = isLost
      ? { at: "closed", reason: "other-browser" }
      : await this.#flow.resume(step, pageFrame(request, this.#bank).locale);
    const cookie = known ?? this.#bank.ids.newSecret();
    const needsCookie = known === undefined && (isOpenStep(shown) || shown.at === "begin");
    if (needsCookie) bindToBrowser(reply, cookie, scaPath(secret), this.#bank);
    return this.#show(shown, { secret, cookie }, request, reply);
  }

  /** Says whether the link can be opened, as if in a browser that has never seen it. */
  async head(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { step } = await this.#open(request, undefined);
    return reply.code(pageStatus(step)).type(pageType).send();
  }

  /** Binds the SCA to this browser and begins the proof. The token shows that it saw the link. */
  async begin(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isPrefetch(request)) return refusePrefetch(reply);
    const { secret } = request.params;
    const cookie = readBrowserCookie(request) ?? "";
    const link = { secret, cookie };
    const { step, isBound } = await this.#open(request, cookie);
    if (!isOpenStep(step)) return this.#show(step, link, request, reply);
    // Without a cookie, the link would lead back to here without end.
    if (cookie === "") return this.#show(staleStep, link, request, reply);
    const { locale } = pageFrame(request, this.#bank);
    const linkAddress = `${scaPath(secret)}?lang=${locale}`;
    if (request.query.token !== csrfToken(cookie)) return reply.redirect(linkAddress, 303);
    const bound = isBound ? step : await this.#flow.bind(step, cookie);
    const next = isOpenStep(bound) ? await this.#flow.begin(bound, locale) : bound;
    if (isOpenStep(next) && next.at !== "identify") return reply.redirect(linkAddress, 303);
    return this.#show(next, link, request, reply);
  }

  /** Whether the page that this browser was shown is a checklist of accounts. */
  async isChecklist(request: PageRequest): Promise<boolean> {
    const { step, isBound } = await this.#open(request, readBrowserCookie(request));
    return isBound === true && step.at === "approve" && step.approval.kind === "consent";
  }

  async post(
    parse: (form: Form, step: ScaStep) => ScaAction | undefined,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { secret } = request.params;
    const link = { secret, cookie: readBrowserCookie(request) ?? "" };
    const { step, isBound } = await this.#open(request, link.cookie);
    const form = readForm(request);
    const isOwn = isOwnForm(form, link.cookie, request, this.#bank);
    const isSentAgain = isOwn && isBound === true && isOldForm(request, step);
    if (isSentAgain) return this.#showPresent(link, request, reply);
    if (!isOpenStep(step)) return this.#show(step, link, request, reply);
    const action = isOwn ? parse(form, step) : undefined;
    if (action === undefined || isStale(action, step)) {
      return this.#show(staleStep, link, request, reply);
    }
    const { locale } = pageFrame(request, this.#bank);
    const bound = isBound ? step : await this.#flow.bind(step, link.cookie);
    const next = isOpenStep(bound) ? await this.#flow.perform(bound, action, locale) : bound;
    if (canBeFetched(next)) return reply.redirect(`${scaPath(secret)}?lang=${locale}`, 303);
    // The same form was sent twice at the same time, and the other one came first.
    const isOvertaken = next.at === "closed" && request.query.version !== undefined;
    if (isOvertaken) return this.#showPresent(link, request, reply);
    return this.#show(next, link, request, reply);
  }

  /**
   * SCA-36: shows where the SCA is now to a browser that sent a form again, because it did not
   * receive the response: the page of the present step or the way back. Nothing is done again.
   */
  async #showPresent(
    link: BrowserLink,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { step, isBound } = await this.#open(request, link.cookie);
    const { locale } = pageFrame(request, this.#bank);
    if (isOpenStep(step) && isBound === true) {
      return reply.redirect(`${scaPath(link.secret)}?lang=${locale}`, 303);
    }
    const shown = isBound === true ? await this.#orEnd(step) : step;
    return this.#show(isOpenStep(shown) ? staleStep : shown, link, request, reply);
  }

  /** Replaces the page of an SCA that has ended by the way back to the TPP. */
  async #orEnd(step: ScaStep): Promise<ScaStep> {
    const hasEnded = step.at === "closed" && step.reason === "used" && step.sca !== undefined;
    return hasEnded ? this.#flow.leaveAgain(step.sca) : step;
  }

  /** Continues the SCA of a browser that a redirecting SCA method has sent back. */
  async callback(request: CallbackRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { state = "" } = request.query;
    const parameters = request.url.slice(request.url.indexOf("?") + 1);
    const link = readCallbackLink(request, state);
    const { step } = await this.#limitGuesses(request, async () => ({
      step:
        link === undefined
          ? await this.#flow.refuseForeignCallback(state)
          : await this.#orEnd(
              await this.#flow.finishRedirect(link, { ...link, state, parameters }),
            ),
    }));
    // Dropped last: if the storage is unavailable, the browser repeats the callback.
    dropCallback(reply, state);
    if (link !== undefined && canBeFetched(step)) {
      return reply.redirect(`${scaPath(link.secret)}?lang=${link.locale}`, 303);
    }
    return this.#show(step, link ?? { secret: "", cookie: "" }, request, reply);
  }

  #open(
    request: PageRequest,
    cookie: string | undefined,
  ): Promise<{ readonly step: ScaStep; readonly isBound?: boolean }> {
    return this.#limitGuesses(request, () => this.#flow.open(request.params.secret, cookie));
  }

  /** A10: limits how many unknown links one address may try. */
  async #limitGuesses<T extends { readonly step: ScaStep }>(
    request: FastifyRequest,
    open: () => Promise<T>,
  ): Promise<T | { readonly step: ScaStep }> {
    const now = this.#bank.clock.machineNow();
    if (this.#guesses.hasTooMany(request.ip, now)) {
      return { step: { at: "closed", reason: "too-many" } };
    }
    const opened = await open();
    const isGuess = opened.step.at === "closed" && opened.step.reason === "unknown";
    if (isGuess) this.#guesses.count(request.ip, now);
    return opened;
  }

  async #show(
    step: ScaStep,
    link: BrowserLink,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const page = await this.#render(step, link, request);
    if (step.at === "redirect") {
      bindCallback(
        reply,
        step.state,
        { ...link, locale: pageFrame(request, this.#bank).locale },
        this.#bank,
      );
    }
    if (step.at === "wait") {
      const { locale } = pageFrame(request, this.#bank);
      reply.header("refresh", `${pollSeconds}; url=${pollPath(link.secret, locale)}`);
    }
    if (step.at === "redirect" || step.at === "leave") reply.headers(leavingHeaders);
    const status = pageStatus(step);
    if (status === 429) reply.header("retry-after", "60");
    return showPage(reply, page, status);
  }

  /** Renders the page of the step. If that fails, ends the SCA and renders the page of that end. */
  async #render(step: ScaStep, link: BrowserLink, request: FastifyRequest): Promise<string> {
    const frame = pageFrame(request, this.#bank);
    const address = scaPath(link.secret);
    const language = `?lang=${frame.locale}`;
    const csrf = csrfToken(link.cookie);
    const version = isOpenStep(step) ? `&version=${step.sca.version}` : "";
    const setting = {
      frame: {
        ...frame,
        languages: { nb: `${address}?lang=nb`, en: `${address}?lang=en` },
      },
      form: { action: `${address}${language}${version}`, csrf },
      beginAddress: `${address}/begin${language}&token=${csrf}`,
      pollAddress: pollPath(link.secret, frame.locale),
      outcomeAction: `${address}/outcome${language}${version}`,
    };
    try {
      return await renderScaStep(step, setting, this.#flow, this.#bank);
    } catch (error) {
      if (!("sca" in step) || step.at === "leave") throw error;
      const failed = await this.#flow.fail(step.sca, error);
      return renderScaStep(failed, setting, this.#flow, this.#bank);
    }
  }
}

const scaPath = (secret: string): string => `/sca/${encodeURIComponent(secret)}`;

const pollPath = (secret: string, locale: string): string =>
  `${scaPath(secret)}?lang=${locale}&poll=1`;

const pageStatus = (step: ScaStep): number => {
  if (step.at !== "closed") return 200;
  return step.reason === "too-many" ? 429 : 410;
};

/** Whether the browser fetches a page that its user may never see. */
const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  String(headers["sec-purpose"] ?? headers.purpose ?? "").includes("prefetch");

/** The browser fetches the page again when its user goes there. */
const refusePrefetch = (reply: FastifyReply): FastifyReply => reply.code(503).send();

/**
 * Whether the next page can be fetched by its own address. The form then gets a
 * redirect, so that a reload does not send it again and use up another attempt.
 */
const canBeFetched = (step: ScaStep): step is OpenStep =>
  isOpenStep(step) && !(step.at === "context" && step.isIncomplete);

/** Whether the SCA has moved since the page of the form was shown. */
const isOldForm = ({ query: { version } }: PageRequest, step: ScaStep): boolean =>
  version !== undefined && "sca" in step && version !== String(step.sca?.version);

/** Whether the form is of an earlier page: the back button, another tab, a form sent twice. */
const isStale = (action: ScaAction, step: ScaStep): boolean => {
  if (action.kind === "identify") return step.at !== "identify";
  if (action.kind === "choose") return step.at !== "context";
  return action.kind === "approve" && step.at !== "approve";
};
