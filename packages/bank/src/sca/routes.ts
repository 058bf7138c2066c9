import { hash } from "node:crypto";
import { type TppMessageCode, tppMessageCodes } from "@varde/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../bank.ts";
import { refusedFault, timedOutFault } from "./fail-sca.ts";
import { endedPage, pageOfStop } from "./page-of-stop.ts";
import { parseContextChoice } from "./pages/context-choice.ts";
import { pageAssets, pageContentSecurityPolicy } from "./pages/page-assets.ts";
import type { Locale, PageFrame } from "./pages/page-models.ts";
import type { ScaAct, ScaStop, ScaWalk } from "./walk-sca.ts";

type Form = URLSearchParams;
type PageRequest = FastifyRequest<{ Params: { secret: string }; Querystring: { lang?: string } }>;

const cookieName = "varde-sca";

/** The pages a PSU walks through: plain forms, no script, bound to one browser. */
export const scaRoutes =
  (bank: Bank, walk: ScaWalk) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(pageHeaders);
    });
    app.setErrorHandler((error, request, reply) => {
      bank.log.error({ err: error, page: true }, "a page failed");
      return reply
        .code(500)
        .type("text/html; charset=utf-8")
        .send(endedPage("fault", frameOf(request as PageRequest, bank)));
    });
    for (const asset of Object.values(pageAssets)) {
      app.get(`/sca-assets/${asset.fileName}`, (_request, reply) =>
        reply
          .header("cache-control", "public, max-age=31536000, immutable")
          .type(asset.contentType)
          .send(asset.body),
      );
    }
    app.get("/sca/:secret", async (request: PageRequest, reply) => {
      const { stop, newCookie } = await walk.open(request.params.secret, cookieOf(request));
      if (newCookie !== undefined) bindCookie(reply, request.params.secret, newCookie, bank);
      return showStop(stop, newCookie ?? cookieOf(request) ?? "", request, reply);
    });
    app.post("/sca/:secret", (request: PageRequest, reply) => act(actOf, request, reply));
    if (bank.configuration.mode === "sandbox") {
      app.post("/sca/:secret/outcome", (request: PageRequest, reply) =>
        act(outcomeOf, request, reply),
      );
    }

    const act = async (
      read: (form: Form) => ScaAct | undefined,
      request: PageRequest,
      reply: FastifyReply,
    ) => {
      const cookie = cookieOf(request) ?? "";
      const { stop } = await walk.open(request.params.secret, cookie);
      if (!("sca" in stop) || stop.at === "leave") return showStop(stop, cookie, request, reply);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const wanted = isOwnForm(form, cookie, request, bank) ? read(form) : undefined;
      if (wanted === undefined || isStale(wanted, stop)) {
        return showStop({ at: "closed", reason: "stale-form" }, cookie, request, reply);
      }
      return showStop(await walk.act(stop.sca, wanted), cookie, request, reply);
    };

    const showStop = async (
      stop: ScaStop,
      cookie: string,
      request: PageRequest,
      reply: FastifyReply,
    ) => {
      const frame = frameOf(request, bank);
      const address = `/sca/${encodeURIComponent(request.params.secret)}`;
      const language = `?lang=${frame.locale}`;
      const setting = {
        frame: {
          ...frame,
          languages: { nb: `${address}?lang=nb`, en: `${address}?lang=en` },
        },
        form: { action: `${address}${language}`, csrf: csrfOf(cookie) },
        outcomeAction: `${address}/outcome${language}`,
      };
      const page = await pageOfStop(stop, setting, walk, bank);
      return reply
        .code(stop.at === "closed" ? 410 : 200)
        .type("text/html; charset=utf-8")
        .send(page);
    };
  };

const pageHeaders = {
  "cache-control": "no-store",
  "content-security-policy": pageContentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

/** A form counts when it came from a page of this SCA: its token is made from the cookie. */
const isOwnForm = (form: Form, cookie: string, request: PageRequest, bank: Bank): boolean => {
  const { origin } = request.headers;
  const own = new URL(bank.configuration.publicUrl).origin;
  const isOwnOrigin = origin === undefined || origin === "null" || origin === own;
  return isOwnOrigin && cookie !== "" && form.get("csrf") === csrfOf(cookie);
};

const csrfOf = (cookie: string): string => hash("sha256", `csrf ${cookie}`, "base64url");

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

const cookieOf = (request: PageRequest): string | undefined =>
  request.headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);

const bindCookie = (reply: FastifyReply, secret: string, cookie: string, bank: Bank): void => {
  const secure = bank.configuration.publicUrl.startsWith("https:") ? "; Secure" : "";
  const path = `/sca/${encodeURIComponent(secret)}`;
  reply.header(
    "set-cookie",
    `${cookieName}=${cookie}; Path=${path}; HttpOnly; SameSite=Lax${secure}`,
  );
};

const frameOf = (request: PageRequest, bank: Bank): PageFrame => ({
  locale: localeOf(request),
  bankName: bank.configuration.bankName,
  assets: {
    stylesheet: `/sca-assets/${pageAssets.stylesheet.fileName}`,
    mark: `/sca-assets/${pageAssets.mark.fileName}`,
  },
  isSandbox: bank.configuration.mode === "sandbox",
});

/** The switch on the page decides; before it is used, what the browser asks for. */
const localeOf = (request: PageRequest): Locale => {
  const { lang } = request.query;
  if (lang === "nb" || lang === "en") return lang;
  return /^\s*(?:nb|nn|no)\b/i.test(request.headers["accept-language"] ?? "") ? "nb" : "en";
};
