import { type TppMessageCode, tppMessageCodes } from "@varde/protocol";
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
import { refusedFault, timedOutFault } from "./fail-sca.ts";
import { LinkGuesses } from "./link-guesses.ts";
import { pageOfStop } from "./page-of-stop.ts";
import { parseContextChoice } from "./pages/context-choice.ts";
import { pageAssets } from "./pages/page-assets.ts";
import type { ScaAct, ScaStop, ScaWalk } from "./walk-sca.ts";

type Form = URLSearchParams;
type PageRequest = FastifyRequest<{ Params: { secret: string }; Querystring: { lang?: string } }>;

const cookieName = "varde-sca";

/** The pages a PSU walks through: plain forms, no script, bound to one browser. */
export const scaRoutes =
  (bank: Bank, walk: ScaWalk) =>
  async (app: FastifyInstance): Promise<void> => {
    takeForms(app);
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(pageHeaders);
    });
    showPageFaults(app, bank);
    const guesses = new LinkGuesses();
    for (const asset of Object.values(pageAssets)) {
      app.get(`/sca-assets/${asset.fileName}`, (_request, reply) =>
        reply
          .header("cache-control", "public, max-age=31536000, immutable")
          .type(asset.contentType)
          .send(asset.body),
      );
    }
    app.get("/sca/:secret", async (request: PageRequest, reply) => {
      const { stop, newCookie } = await open(request);
      if (newCookie !== undefined)
        bindCookie(reply, cookieName, newCookie, addressOf(request), bank);
      return showStop(stop, newCookie ?? readCookie(request, cookieName) ?? "", request, reply);
    });
    app.post("/sca/:secret", (request: PageRequest, reply) => act(actOf, request, reply));
    if (bank.configuration.mode === "sandbox") {
      app.post("/sca/:secret/outcome", (request: PageRequest, reply) =>
        act(outcomeOf, request, reply),
      );
    }

    /** A10: whoever tries one link after the other is soon told nothing more. */
    const open: (request: PageRequest) => ReturnType<ScaWalk["open"]> = async (request) => {
      const now = bank.clock.machineNow();
      if (guesses.hasTooMany(request.ip, now)) {
        return { stop: { at: "closed", reason: "too-many" } };
      }
      const opened = await walk.open(request.params.secret, readCookie(request, cookieName));
      const isGuess = opened.stop.at === "closed" && opened.stop.reason === "unknown";
      if (isGuess) guesses.count(request.ip, now);
      return opened;
    };

    const act = async (
      read: (form: Form) => ScaAct | undefined,
      request: PageRequest,
      reply: FastifyReply,
    ) => {
      const cookie = readCookie(request, cookieName) ?? "";
      const { stop } = await open(request);
      if (!("sca" in stop) || stop.at === "leave") return showStop(stop, cookie, request, reply);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const wanted = isOwnForm(form, cookie, request, bank) ? read(form) : undefined;
      if (wanted === undefined || isStale(wanted, stop)) {
        return showStop({ at: "closed", reason: "stale-form" }, cookie, request, reply);
      }
      const next = await walk.act(stop.sca, wanted);
      if (isPageAgain(next)) {
        return reply.redirect(`${addressOf(request)}?lang=${frameOf(request, bank).locale}`, 303);
      }
      return showStop(next, cookie, request, reply);
    };

    const showStop = async (
      stop: ScaStop,
      cookie: string,
      request: PageRequest,
      reply: FastifyReply,
    ) => {
      const frame = frameOf(request, bank);
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
      const page = await pageOfStop(stop, setting, walk, bank).catch(async (error: unknown) => {
        if (!("sca" in stop) || stop.at === "leave") throw error;
        return pageOfStop(await walk.fail(stop.sca, error), setting, walk, bank);
      });
      const isTooMany = stop.at === "closed" && stop.reason === "too-many";
      if (isTooMany) reply.header("retry-after", "60");
      return reply
        .code(isTooMany ? 429 : stop.at === "closed" ? 410 : 200)
        .type("text/html; charset=utf-8")
        .send(page);
    };
  };

const addressOf = (request: PageRequest): string =>
  `/sca/${encodeURIComponent(request.params.secret)}`;

/**
 * Whether the next page can be fetched by its own address. A form answered with a page would be sent
 * again by a reload, and take one attempt more from a PSU who was mistaken once.
 */
const isPageAgain = (stop: ScaStop): boolean =>
  stop.at === "identify" || stop.at === "approve" || (stop.at === "context" && !stop.isIncomplete);

/** The form of a page the PSU has left behind: the back button, another tab, a form sent twice. */
const isStale = (act: ScaAct, stop: ScaStop): boolean => {
  if (act.kind === "identify") return stop.at !== "identify";
  if (act.kind === "choose") return stop.at !== "context";
  return act.kind === "approve" && stop.at !== "approve";
};

const actOf = (form: Form): ScaAct | undefined => {
  if (form.get("decision") === "refuse") return { kind: "refuse" };
  switch (form.get("step")) {
    case "identify":
      return {
        kind: "identify",
        identification: { customerNumber: form.get("customerNumber")?.trim() ?? "" },
      };
    case "context":
      return { kind: "choose", choice: parseContextChoice(form.get("context") ?? undefined) };
    case "approve":
    case "consent":
      return { kind: "approve", form: { accountIds: form.getAll("account") } };
    default:
      return undefined;
  }
};

const outcomeOf = (form: Form): ScaAct | undefined => {
  switch (form.get("outcome")) {
    case "approve":
      return { kind: "approve", form: { accountIds: form.getAll("account") } };
    case "refuse":
      return { kind: "fail", fault: refusedFault };
    case "time-out":
      return { kind: "fail", fault: timedOutFault };
    case "fail": {
      const code = form.get("code") as TppMessageCode;
      const message = "The sandbox was asked to fail.";
      return tppMessageCodes.includes(code)
        ? { kind: "fail", fault: { system: "sca", code, message } }
        : undefined;
    }
    default:
      return undefined;
  }
};
