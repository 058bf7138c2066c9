import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../bank.ts";
import { pageOfStop } from "../sca/page-of-stop.ts";
import { pageAssets } from "../sca/pages/page-assets.ts";
import { parseAct, parseOutcome } from "../sca/parse-act.ts";
import type { ScaAct, ScaStop, ScaWalk } from "../sca/walk-sca.ts";
import { LinkGuesses } from "./link-guesses.ts";
import {
  bindCookie,
  checklistBytesMax,
  csrfOf,
  formOf,
  frameOf,
  isOwnForm,
  readCookie,
  servePages,
  showPage,
} from "./pages.ts";

type PageRequest = FastifyRequest<{ Params: { secret: string }; Querystring: { lang?: string } }>;

const cookieName = "varde-sca";

/** The pages a PSU walks through: plain forms, no script, bound to one browser. */
export const scaRoutes =
  (bank: Bank, walk: ScaWalk) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    serveAssets(app);
    const pages = new ScaPages(bank, walk);
    app.get("/sca/:secret", (request: PageRequest, reply) => pages.get(request, reply));
    app.post("/sca/:secret", { bodyLimit: checklistBytesMax }, (request: PageRequest, reply) =>
      pages.post(parseAct, request, reply),
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
  readonly #walk: ScaWalk;
  readonly #guesses = new LinkGuesses();

  constructor(bank: Bank, walk: ScaWalk) {
    this.#bank = bank;
    this.#walk = walk;
  }

  async get(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { stop, newCookie } = await this.#open(request);
    if (newCookie !== undefined) {
      bindCookie(reply, cookieName, newCookie, addressOf(request), this.#bank);
    }
    return this.#show(stop, newCookie ?? readCookie(request, cookieName) ?? "", request, reply);
  }

  async post(
    parse: (form: URLSearchParams, stop: ScaStop) => ScaAct | undefined,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const cookie = readCookie(request, cookieName) ?? "";
    const { stop } = await this.#open(request);
    if (!("sca" in stop) || stop.at === "leave") return this.#show(stop, cookie, request, reply);
    const form = formOf(request);
    const wanted = isOwnForm(form, cookie, request, this.#bank) ? parse(form, stop) : undefined;
    if (wanted === undefined || isStale(wanted, stop)) {
      return this.#show({ at: "closed", reason: "stale-form" }, cookie, request, reply);
    }
    const next = await this.#walk.act(stop.sca, wanted);
    if (isPageAgain(next)) {
      const { locale } = frameOf(request, this.#bank);
      return reply.redirect(`${addressOf(request)}?lang=${locale}`, 303);
    }
    return this.#show(next, cookie, request, reply);
  }

  /** A10: whoever tries one link after the other is soon told nothing more. */
  async #open(request: PageRequest): ReturnType<ScaWalk["open"]> {
    const now = this.#bank.clock.machineNow();
    if (this.#guesses.hasTooMany(request.ip, now)) {
      return { stop: { at: "closed", reason: "too-many" } };
    }
    const opened = await this.#walk.open(request.params.secret, readCookie(request, cookieName));
    const isGuess = opened.stop.at === "closed" && opened.stop.reason === "unknown";
    if (isGuess) this.#guesses.count(request.ip, now);
    return opened;
  }

  async #show(
    stop: ScaStop,
    cookie: string,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const page = await this.#draw(stop, cookie, request);
    const isTooMany = stop.at === "closed" && stop.reason === "too-many";
    if (isTooMany) reply.header("retry-after", "60");
    return showPage(reply, page, isTooMany ? 429 : stop.at === "closed" ? 410 : 200);
  }

  /** A page that cannot be drawn ends the SCA, and the page of that end is drawn. */
  async #draw(stop: ScaStop, cookie: string, request: PageRequest): Promise<string> {
    const frame = frameOf(request, this.#bank);
    const address = addressOf(request);
    const language = `?lang=${frame.locale}`;
    const setting = {
      frame: {
        ...frame,
        languages: { nb: `${address}?lang=nb`, en: `${address}?lang=en` },
      },
      form: { action: `${address}${language}`, csrf: csrfOf(cookie) },
      outcomeAction: `${address}/outcome${language}`,
    };
    try {
      return await pageOfStop(stop, setting, this.#walk, this.#bank);
    } catch (error) {
      if (!("sca" in stop) || stop.at === "leave") throw error;
      const failed = await this.#walk.fail(stop.sca, error);
      return pageOfStop(failed, setting, this.#walk, this.#bank);
    }
  }
}

const addressOf = (request: PageRequest): string =>
  `/sca/${encodeURIComponent(request.params.secret)}`;

/**
 * Whether the next page can be fetched by its own address. A form answered with a page would be
 * sent again by a reload, and take one attempt more from a PSU who was mistaken once.
 */
const isPageAgain = (stop: ScaStop): boolean =>
  stop.at === "identify" || stop.at === "approve" || (stop.at === "context" && !stop.isIncomplete);

/** The form of a page the PSU has left behind: the back button, another tab, a form sent twice. */
const isStale = (act: ScaAct, stop: ScaStop): boolean => {
  if (act.kind === "identify") return stop.at !== "identify";
  if (act.kind === "choose") return stop.at !== "context";
  return act.kind === "approve" && stop.at !== "approve";
};
