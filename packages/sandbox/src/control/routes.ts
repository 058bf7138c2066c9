import { timingSafeEqual } from "node:crypto";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { completeSca, type ScaWish } from "./complete-sca.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { runBatchNow } from "./run-batch-now.ts";

/**
 * The sandbox's own control API, unsigned: for the person at this machine and their tests, never
 * for a web page. Whoever comes from elsewhere needs the token.
 */
export const controlRoutes =
  (sandbox: ControlledSandbox) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
      try {
        done(null, body === "" ? {} : JSON.parse(body as string));
      } catch {
        done(Object.assign(new Error("The body is not JSON."), { statusCode: 400 }));
      }
    });
    app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const { status, text } = faultOf(error);
      if (status >= 500) sandbox.bank.log.error({ err: error }, "a control call failed");
      if (status === 503) reply.header("retry-after", "2");
      return reply.code(status).send({ text });
    });
    app.addHook("onRequest", async (request, reply) => refuseStrangers(request, reply, sandbox));

    app.get("/worlds", async () => ({ worlds: await sandbox.listWorlds() }));
    app.post("/batches", (request, reply) => answer(reply, runBatchNow(bodyOf(request), sandbox)));
    app.post("/sca", (request, reply) =>
      answer(reply, completeSca(bodyOf(request) as unknown as ScaWish, sandbox)),
    );
    app.post("/tpp-certificates", (request, reply) =>
      answer(reply, issueCertificate(bodyOf(request), sandbox), 201),
    );
  };

const faultOf = (error: Error & { statusCode?: number }) => {
  if (error instanceof StorageUnavailable) {
    return { status: 503, text: "The database does not answer. Try again shortly." };
  }
  const { statusCode = 500, message } = error;
  return { status: statusCode, text: statusCode < 500 ? message : "The sandbox has failed." };
};

type Answered =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly reason: string };

const answer = async (
  reply: FastifyReply,
  result: Promise<Answered>,
  status = 200,
): Promise<FastifyReply> => {
  const answered = await result;
  return answered.ok
    ? reply.code(status).send(answered.value)
    : reply.code(400).send({ text: `${answered.reason}.` });
};

const bodyOf = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  typeof request.body === "object" && request.body !== null
    ? (request.body as Record<string, unknown>)
    : {};

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** No page of another site may drive the bank on someone's laptop: Origin and Host are checked. */
const refuseStrangers = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { controlToken }: Pick<ControlledSandbox, "controlToken">,
): Promise<FastifyReply | undefined> => {
  if (hasToken(request, controlToken)) return undefined;
  const { origin, host } = request.headers;
  const isForeign =
    !loopback.has(request.ip) ||
    !loopbackHost.test(host ?? "") ||
    (origin !== undefined && !loopbackHost.test(origin.replace(/^https?:\/\//, "")));
  if (isForeign) {
    return reply.code(403).send({
      text: "The control API answers this machine only. Set VARDE_CONTROL_TOKEN to open it.",
    });
  }
  const isChange = request.method !== "GET" && request.method !== "DELETE";
  if (isChange && !/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    return reply.code(415).send({ text: "Send the body as application/json." });
  }
  return undefined;
};

const hasToken = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || given === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
};
