import crypto from "node:crypto";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../bank.ts";
import { isLocale } from "../ports/locale.ts";
import { preferredLocale } from "../request/locale.ts";
import { renderEndedPage } from "../sca/pages/ended-page.ts";
import type { EndedPage, PageFrame } from "../sca/pages/models/page-models.ts";
import { pageAssets, pageContentSecurityPolicy } from "../sca/pages/page-assets.ts";

/** What every page of the bank is served with: never kept, never framed, nothing from elsewhere. */
const pageHeaders = {
  "cache-control": "no-store",
  "content-security-policy": pageContentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

const formBytesMax = 64 * 1024;
/** A checklist sends every account that is ticked, and a corporation may have thousands. */
export const checklistBytesMax = 1024 * 1024;

/** Makes what is registered after it pages: forms are read, and faults are shown to a person. */
export const servePages = (app: FastifyInstance, bank: Bank): void => {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(pageHeaders);
  });
  showPageFaults(app, bank);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: formBytesMax },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
};

/** A form that cannot be read is its sender's fault; anything else that fails is ours. */
const showPageFaults = (app: FastifyInstance, bank: Bank): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof StorageUnavailable ? 503 : (error.statusCode ?? 500);
    if (status >= 500) bank.log.error({ err: error, page: true }, "a page failed");
    if (status === 503) reply.header("retry-after", "2");
    const frame = pageFrame(request, bank);
    return showPage(reply, renderEndedPage({ frame, reason: reasonOf(status) }), status);
  });
};

const reasonOf = (status: number): EndedPage["reason"] => {
  if (status === 413) return "too-large";
  return status < 500 ? "stale-form" : "fault";
};

export const showPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(page);

export const readForm = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** A form counts when it came from a page of this browser: its token is made from the cookie. */
export const isOwnForm = (
  form: URLSearchParams,
  cookie: string,
  request: FastifyRequest,
  bank: Bank,
): boolean => {
  const { origin, "sec-fetch-site": site = "same-origin" } = request.headers;
  const own = new URL(bank.configuration.publicUrl).origin;
  // Our own forms have the origin "null", since the pages send no referrer; so may another site's.
  const isOwnOrigin = origin === undefined || origin === "null" || origin === own;
  return (
    isOwnOrigin && site === "same-origin" && cookie !== "" && form.get("csrf") === csrfToken(cookie)
  );
};

export const csrfToken = (cookie: string): string =>
  crypto.hash("sha256", `csrf ${cookie}`, "base64url");

export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

export const bindCookie = (
  reply: FastifyReply,
  name: string,
  value: string,
  path: string,
  bank: Bank,
): void => {
  const secure = bank.configuration.publicUrl.startsWith("https:") ? "; Secure" : "";
  reply.header("set-cookie", `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure}`);
};

export const pageFrame = (request: FastifyRequest, bank: Bank): PageFrame => ({
  locale: pageLocale(request),
  bankName: bank.configuration.bankName,
  assets: {
    stylesheet: `/sca-assets/${pageAssets.stylesheet.fileName}`,
    mark: `/sca-assets/${pageAssets.mark.fileName}`,
  },
  isSandbox: bank.configuration.mode === "sandbox",
});

/** The switch on the page decides; before it is used, what the browser asks for. */
const pageLocale = (request: FastifyRequest) => {
  const { lang } = request.query as { readonly lang?: string };
  if (isLocale(lang)) return lang;
  return preferredLocale(request.headers["accept-language"]);
};
