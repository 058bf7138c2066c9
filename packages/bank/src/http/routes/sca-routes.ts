import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import { callbackPath } from "../../sca/begin-proof.ts";
import type { PageAssets } from "../../sca/pages/page-assets.ts";
import { parseAction, parseOutcome } from "../../sca/parse-action.ts";
import { renderScaStep } from "../../sca/render-sca-step.ts";
import type { ScaFlow } from "../../sca/sca-flow.ts";
import type { OpenStep, ScaAction, ScaStep } from "../../sca/sca-step.ts";
import { hashSecret } from "../../sca/start/start-sca.ts";
import { LinkGuesses } from "./link-guesses.ts";
import {
  bindCookie,
  checklistBytesMax,
  csrfToken,
  dropCookie,
  isOwnForm,
  pageFrame,
  pollSeconds,
  readCookie,
  readForm,
  servePages,
  showPage,
} from "./pages.ts";

type PageRequest = FastifyRequest<{ Params: { secret: string }; Querystring: { lang?: string } }>;
type CallbackRequest = FastifyRequest<{ Querystring: { state?: string } }>;

/** The link that a browser has opened, and the cookie that binds it to the browser. */
interface BoundLink {
  readonly secret: string;
  readonly cookie: string;
}

const cookieName = "varde-sca";

/** Serves the pages of an SCA: plain forms without scripts, bound to one browser. */
export const scaRoutes =
  (bank: Bank, flow: ScaFlow) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    serveAssets(app, bank.pageAssets);
    const pages = new ScaPages(bank, flow);
    app.get("/sca/:secret", (request: PageRequest, reply) => pages.get(request, reply));
    app.post("/sca/:secret", { bodyLimit: checklistBytesMax }, (request: PageRequest, reply) =>
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
  for (const asset of files) {
    app.get(`/sca-assets/${asset.fileName}`, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .type(asset.contentType)
        .send(asset.body),
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
    const { step, newCookie } = await this.#open(request);
    if (newCookie !== undefined) {
      bindCookie(reply, cookieName, newCookie, scaPath(secret), this.#bank);
    }
    const cookie = newCookie ?? readCookie(request, cookieName) ?? "";
    const shown = await this.#flow.present(step, pageFrame(request, this.#bank).locale);
    return this.#show(shown, { secret, cookie }, request, reply);
  }

  async post(
    parse: (form: URLSearchParams, step: ScaStep) => ScaAction | undefined,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { secret } = request.params;
    const link = { secret, cookie: readCookie(request, cookieName) ?? "" };
    const { step } = await this.#open(request);
    if (!isOpen(step)) return this.#show(step, link, request, reply);
    const form = readForm(request);
    const isOwn = isOwnForm(form, link.cookie, request, this.#bank);
    const action = isOwn ? parse(form, step) : undefined;
    if (action === undefined || isStale(action, step)) {
      return this.#show({ at: "closed", reason: "stale-form" }, link, request, reply);
    }
    const { locale } = pageFrame(request, this.#bank);
    const next = await this.#flow.perform(step, action, locale);
    if (canBeFetched(next)) return reply.redirect(`${scaPath(secret)}?lang=${locale}`, 303);
    return this.#show(next, link, request, reply);
  }

  /** Continues the SCA of a browser that a redirecting SCA method has sent back. */
  async callback(request: CallbackRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { state = "" } = request.query;
    const parameters = request.url.slice(request.url.indexOf("?") + 1);
    const link = readCallbackCookie(request, state);
    dropCookie(reply, callbackCookie(state), callbackPath);
    const { step } = await this.#limitGuesses(request, async () => ({
      step:
        link === undefined
          ? await this.#flow.refuseForeignCallback(state)
          : await this.#flow.finishRedirect(link, { state, parameters }),
    }));
    if (link !== undefined && canBeFetched(step)) {
      return reply.redirect(`${scaPath(link.secret)}?lang=${link.locale}`, 303);
    }
    return this.#show(step, link ?? { secret: "", cookie: "" }, request, reply);
  }

  #open(request: PageRequest): Promise<{ readonly step: ScaStep; readonly newCookie?: string }> {
    return this.#limitGuesses(request, () =>
      this.#flow.open(request.params.secret, readCookie(request, cookieName)),
    );
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
    link: BoundLink,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const page = await this.#render(step, link, request);
    if (step.at === "redirect") {
      this.#bindCallback(step.state, link, pageFrame(request, this.#bank).locale, reply);
    }
    if (step.at === "wait") reply.header("refresh", String(pollSeconds));
    const isTooMany = step.at === "closed" && step.reason === "too-many";
    if (isTooMany) reply.header("retry-after", "60");
    return showPage(reply, page, isTooMany ? 429 : step.at === "closed" ? 410 : 200);
  }

  /** Binds the callback of a redirect to this browser, and leads it back to the link. */
  #bindCallback(
    state: string,
    { secret, cookie }: BoundLink,
    locale: string,
    reply: FastifyReply,
  ): void {
    const value = `${secret}.${cookie}.${locale}`;
    bindCookie(reply, callbackCookie(state), value, callbackPath, this.#bank);
  }

  /** Renders the page of the step. If that fails, ends the SCA and renders the page of that end. */
  async #render(step: ScaStep, link: BoundLink, request: FastifyRequest): Promise<string> {
    const frame = pageFrame(request, this.#bank);
    const address = scaPath(link.secret);
    const language = `?lang=${frame.locale}`;
    const setting = {
      frame: {
        ...frame,
        languages: { nb: `${address}?lang=nb`, en: `${address}?lang=en` },
      },
      form: { action: `${address}${language}`, csrf: csrfToken(link.cookie) },
      outcomeAction: `${address}/outcome${language}`,
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

/** Returns the name of the cookie that binds a callback; a browser can have several SCAs open. */
const callbackCookie = (state: string): string =>
  `varde-callback-${hashSecret(state).slice(0, 12)}`;

/**
 * Returns the link that this browser was sent away from with the state. If the state is wrong, it
 * is the link of another redirect of this browser, so that the PSU can be sent back to a TPP.
 */
const readCallbackCookie = (
  request: FastifyRequest,
  state: string,
): (BoundLink & { readonly locale: string }) | undefined => {
  const value =
    readCookie(request, callbackCookie(state)) ??
    /(?:^|;\s*)varde-callback-[\w-]+=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
  const [secret, cookie, locale = "nb"] = value?.split(".") ?? [];
  return secret === undefined || cookie === undefined ? undefined : { secret, cookie, locale };
};

const isOpen = (step: ScaStep): step is OpenStep =>
  step.at === "identify" || step.at === "context" || step.at === "approve" || step.at === "wait";

/**
 * Whether the next page can be fetched by its own address. The form then gets a
 * redirect, so that a reload does not send it again and use up another attempt.
 */
const canBeFetched = (step: ScaStep): step is OpenStep =>
  isOpen(step) && !(step.at === "context" && step.isIncomplete);

/** Whether the form is of an earlier page: the back button, another tab, a form sent twice. */
const isStale = (action: ScaAction, step: ScaStep): boolean => {
  if (action.kind === "identify") return step.at !== "identify";
  if (action.kind === "choose") return step.at !== "context";
  return action.kind === "approve" && step.at !== "approve";
};
