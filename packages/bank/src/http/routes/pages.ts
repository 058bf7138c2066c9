import crypto from "node:crypto";
import { Transform } from "node:stream";
import { isRecord } from "@varde/protocol";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import type { Bank } from "../../bank.ts";
import { suspendedRetrySeconds } from "../../configuration/constants.ts";
import { renderEndedPage } from "../../pages/ended-page.ts";
import { pageContentSecurityPolicy } from "../../pages/page-assets.ts";
import type { EndedPage, PageFrame } from "../../pages/parts/page-models.ts";
import { isLocale } from "../../ports/locale.ts";
import { Form, parseForm } from "../../request/form.ts";
import { preferredLocale } from "../../request/locale.ts";

/**
 * Headers of every page: no caching, no framing, no content from other origins. SCA-34: no other
 * origin receives the address of a page, which is a secret. Our own does, because a browser that
 * sends no referrer at all sends the origin "null" with a form.
 */
export const pageHeaders = {
  "cache-control": "no-store",
  "content-security-policy": pageContentSecurityPolicy,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

/** Headers of the pages that lead to another site by themselves. */
export const leavingHeaders = { "referrer-policy": "no-referrer" };

/** Seconds after which a page is loaded again that the storage was unavailable for. */
const retrySeconds = 2;

/** Seconds after which a page that waits for another device is loaded again. */
export const pollSeconds = 3;

const formBytesMax = 64 * 1024;
/** A checklist sends every ticked account, and a corporation may have thousands. */
const checklistBytesMax = 1024 * 1024;

/** Prepares an instance for pages: parses forms, and shows errors as pages. */
export const servePages = (app: FastifyInstance, bank: Bank): void => {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(pageHeaders);
    if (bank.configuration.suspended === undefined) return undefined;
    reply.header("retry-after", String(suspendedRetrySeconds));
    const page = renderEndedPage({ frame: pageFrame(request, bank), reason: "suspended" });
    return showPage(reply, page, 503);
  });
  showErrorPages(app, bank);
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: formBytesMax },
    (_request, body, done) => {
      const form = parseForm(body, body.length > formBytesMax);
      if (form === undefined) done(new FormRefused(400, "the form is malformed"));
      else done(null, form);
    },
  );
};

/** Why a form is not read; the page of the status is shown. */
class FormRefused extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * LIM-34: lets a route take a large form, if the state of its page is that of a checklist. That is
 * found out before a byte of the form is read, because anybody can send one.
 */
export const takesChecklist = <Request extends FastifyRequest>(
  isChecklist: (request: Request) => Promise<boolean>,
) => ({
  bodyLimit: checklistBytesMax,
  preParsing: async (request: Request, reply: FastifyReply, payload: RequestPayload) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) <= formBytesMax) return payload;
    // Its chunks are counted by a listener, so they would pass while this waits.
    payload.pause();
    if (await isChecklist(request)) return payload;
    const refusal = new FormRefused(413, "the form is too large");
    const refuse = () => {
      // The rest of the form is not read.
      reply.header("connection", "close");
      return refusal;
    };
    if (encoding === undefined) throw refuse();
    return payload.pipe(limitBytes(formBytesMax, refuse));
  },
});

/** Fails above so many bytes, because the length of what comes in chunks is not known before. */
const limitBytes = (bytesMax: number, refuse: () => Error): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > bytesMax) done(refuse());
      else done(null, chunk);
    },
  });
};

/**
 * Shows an unreadable form as a stale page, and every other error as a fault of the bank. SCA-33: a
 * page that the storage was unavailable for loads itself again, which repeats no form.
 */
const showErrorPages = (app: FastifyInstance, bank: Bank): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof StorageUnavailable ? 503 : (error.statusCode ?? 500);
    if (status >= 500) bank.log.error({ err: error, page: true }, "page failed");
    const isRepeatable = status === 503 && request.method === "GET";
    if (status === 503) reply.header("retry-after", String(retrySeconds));
    if (isRepeatable) reply.header("refresh", String(retrySeconds));
    const frame = pageFrame(request, bank);
    const reason = isRepeatable ? "unavailable" : endedReason(status);
    return showPage(reply, renderEndedPage({ frame, reason }), status);
  });
};

const endedReason = (status: number): EndedPage["reason"] => {
  if (status === 413) return "too-large";
  return status < 500 ? "stale-form" : "fault";
};

export const pageType = "text/html; charset=utf-8";

export const showPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).type(pageType).send(page);

export const readForm = ({ body }: FastifyRequest): Form =>
  body instanceof Form ? body : new Form();

/** Whether a form came from a page of this browser: its CSRF token is derived from the cookie. */
export const isOwnForm = (
  form: Form,
  cookie: string,
  request: FastifyRequest,
  bank: Bank,
): boolean => {
  const { origin, "sec-fetch-site": site = "same-origin" } = request.headers;
  const own = new URL(bank.configuration.publicUrl).origin;
  const isOwnOrigin = origin === undefined || origin === own;
  return (
    isOwnOrigin && site === "same-origin" && cookie !== "" && form.get("csrf") === csrfToken(cookie)
  );
};

export const csrfToken = (cookie: string): string =>
  crypto.hash("sha256", `csrf ${cookie}`, "base64url");

/** Reads a cookie of ours; a value longer than any of them counts as absent. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value !== undefined && value.length <= cookieCharactersMax ? value : undefined;
};

const cookieCharactersMax = 200;

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

/** Makes the browser forget a cookie. */
export const dropCookie = (reply: FastifyReply, name: string, path: string): void => {
  reply.header("set-cookie", `${name}=; Path=${path}; Max-Age=0`);
};

export const pageFrame = (request: FastifyRequest, bank: Bank): PageFrame => {
  const { bankName, mode, theme } = bank.configuration;
  const { assets, logo } = bank.pageAssets;
  const locale = pageLocale(request);
  const ownTexts = theme.texts?.[locale];
  return {
    locale,
    bankName,
    assets,
    ...(logo && { logo }),
    ...(ownTexts && { ownTexts }),
    isSandbox: mode === "sandbox",
  };
};

/** Returns the language chosen on the page, or else the one that the browser prefers. */
const pageLocale = (request: FastifyRequest) => {
  const { query } = request;
  if (isRecord(query) && isLocale(query.lang)) return query.lang;
  return preferredLocale(request.headers["accept-language"]);
};
