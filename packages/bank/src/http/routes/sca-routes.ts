import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import { pageAssets } from "../../sca/pages/page-assets.ts";
import { parseAction, parseOutcome } from "../../sca/parse-action.ts";
import { renderScaStep } from "../../sca/render-sca-step.ts";
import type { ScaAction, ScaFlow, ScaStep } from "../../sca/sca-flow.ts";
import { LinkGuesses } from "./link-guesses.ts";
import {
  bindCookie,
  checklistBytesMax,
  csrfToken,
  isOwnForm,
  pageFrame,
  readCookie,
  readForm,
  servePages,
  showPage,
} from "./pages.ts";

type PageRequest = FastifyRequest<{ Params: { secret: string }; Querystring: { lang?: string } }>;

const cookieName = "varde-sca";

/** Serves the pages of an SCA: plain forms without scripts, bound to one browser. */
export const scaRoutes =
  (bank: Bank, flow: ScaFlow) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    serveAssets(app);
    const pages = new ScaPages(bank, flow);
    app.get("/sca/:secret", (request: PageRequest, reply) => pages.get(request, reply));
    app.post("/sca/:secret", { bodyLimit: checklistBytesMax }, (request: PageRequest, reply) =>
      pages.post(parseAction, request, reply),
    );
    if (bank.configuration.mode === "sandbox") {
      app.post("/sca/:secret/outcome", (request: PageRequest, reply) =>
        pages.post(parseOutcome, request, reply),
      );
    }
  };

const serveAssets = (app: FastifyInstance): void => {
  for (const asset of Object.values(pageAssets)) {
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
    const { step, newCookie } = await this.#open(request);
    if (newCookie !== undefined) {
      bindCookie(reply, cookieName, newCookie, scaPath(request), this.#bank);
    }
    return this.#show(step, newCookie ?? readCookie(request, cookieName) ?? "", request, reply);
  }

  async post(
    parse: (form: URLSearchParams, step: ScaStep) => ScaAction | undefined,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const cookie = readCookie(request, cookieName) ?? "";
    const { step } = await this.#open(request);
    if (!("sca" in step) || step.at === "leave") return this.#show(step, cookie, request, reply);
    const form = readForm(request);
    const action = isOwnForm(form, cookie, request, this.#bank) ? parse(form, step) : undefined;
    if (action === undefined || isStale(action, step)) {
      return this.#show({ at: "closed", reason: "stale-form" }, cookie, request, reply);
    }
    const next = await this.#flow.perform(step.sca, action);
    if (canBeFetched(next)) {
      const { locale } = pageFrame(request, this.#bank);
      return reply.redirect(`${scaPath(request)}?lang=${locale}`, 303);
    }
    return this.#show(next, cookie, request, reply);
  }

  /** A10: limits how many unknown links one address may try. */
  async #open(request: PageRequest): ReturnType<ScaFlow["open"]> {
    const now = this.#bank.clock.machineNow();
    if (this.#guesses.hasTooMany(request.ip, now)) {
      return { step: { at: "closed", reason: "too-many" } };
    }
    const opened = await this.#flow.open(request.params.secret, readCookie(request, cookieName));
    const isGuess = opened.step.at === "closed" && opened.step.reason === "unknown";
    if (isGuess) this.#guesses.count(request.ip, now);
    return opened;
  }

  async #show(
    step: ScaStep,
    cookie: string,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const page = await this.#render(step, cookie, request);
    const isTooMany = step.at === "closed" && step.reason === "too-many";
    if (isTooMany) reply.header("retry-after", "60");
    return showPage(reply, page, isTooMany ? 429 : step.at === "closed" ? 410 : 200);
  }

  /** Renders the page of the step. If that fails, ends the SCA and renders the page of that end. */
  async #render(step: ScaStep, cookie: string, request: PageRequest): Promise<string> {
    const frame = pageFrame(request, this.#bank);
    const address = scaPath(request);
    const language = `?lang=${frame.locale}`;
    const setting = {
      frame: {
        ...frame,
        languages: { nb: `${address}?lang=nb`, en: `${address}?lang=en` },
      },
      form: { action: `${address}${language}`, csrf: csrfToken(cookie) },
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

const scaPath = (request: PageRequest): string =>
  `/sca/${encodeURIComponent(request.params.secret)}`;

/**
 * Whether the next page can be fetched by its own address. The form then gets a
 * redirect, so that a reload does not send it again and use up another attempt.
 */
const canBeFetched = (step: ScaStep): boolean =>
  step.at === "identify" || step.at === "approve" || (step.at === "context" && !step.isIncomplete);

/** Whether the form is of an earlier page: the back button, another tab, a form sent twice. */
const isStale = (action: ScaAction, step: ScaStep): boolean => {
  if (action.kind === "identify") return step.at !== "identify";
  if (action.kind === "choose") return step.at !== "context";
  return action.kind === "approve" && step.at !== "approve";
};
