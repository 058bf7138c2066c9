import { pipeline } from "node:stream/promises";
import { type Operation, signResponse } from "@varde/protocol";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../bank.ts";
import type { Answer } from "./answer.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { explainRefusal } from "./explanations.ts";
import { walkPipeline } from "./pipeline.ts";
import { presentRefusal } from "./present-refusal.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import { RequestContext } from "./request-context.ts";
import { RequestHeaders } from "./request-headers.ts";

/** What an operation does once every check has passed. */
export type UseCase = (context: RequestContext, bank: Bank) => Promise<Answer | Refusal>;

const noBody = Buffer.alloc(0);
const reasonCharactersMax = 200;

/** Takes one request from the wire to its answer: the checks, the use case, the log line. */
export const serveOperation =
  (operation: Operation, service: string | undefined, useCase: UseCase, bank: Bank) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const context = new RequestContext({
      operation,
      method: request.method,
      target: request.raw.url ?? "",
      headers: new RequestHeaders(request.raw.rawHeaders),
      rawBody: Buffer.isBuffer(request.body) ? request.body : noBody,
      parameters: {
        ...(request.params as Record<string, string>),
        ...(service === undefined ? {} : { service }),
      },
      receivedAt: bank.clock.machineNow(),
    });
    const ending = await answerOrRefusal(context, useCase, bank);
    if (ending === "drop") return dropConnection(request, reply);
    const refusal = isRefusal(ending) ? ending : undefined;
    const answer = isRefusal(ending) ? presentRefusal(ending, bank.configuration) : ending;
    const headers: Readonly<Record<string, string>> = {
      ...answer.headers,
      ...deprecationHeaders(operation.id, bank.configuration),
      ...sandboxHeaders(refusal, context, bank),
    };
    logRequest(context, answer, refusal, bank);
    bank.interventions.onAnswered?.({
      context,
      answer,
      refusal,
      explanation: headers["varde-explain"],
      answeredAt: bank.clock.machineNow(),
    });
    await send(reply, answer, headers, context, bank);
  };

const answerOrRefusal = async (context: RequestContext, useCase: UseCase, bank: Bank) => {
  try {
    const ending = await walkPipeline(context, bank);
    if (ending !== undefined) return ending;
    const intervention = bank.interventions.beforeUseCase?.(context);
    if (intervention === undefined) return await useCase(context, bank);
    const wanted = await intervention;
    if (wanted !== undefined && wanted !== "drop-after") return wanted;
    const done = await useCase(context, bank);
    return wanted === undefined ? done : "drop";
  } catch (error) {
    return refuseFault(error, context, bank);
  }
};

const dropConnection = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.hijack();
  request.raw.socket.destroy();
};

/** Our own fault: the detail goes to the log and nowhere else. */
const refuseFault = (error: unknown, context: RequestContext, bank: Bank): Refusal => {
  bank.log.error({ err: error, operation: context.operation.id }, "a request failed");
  if (error instanceof StorageUnavailable) {
    return refuse(
      {
        code: "SYSTEM_ERROR",
        status: 503,
        text: "The bank cannot do this just now. Send the same request again shortly.",
      },
      { headers: { "retry-after": "2" } },
    );
  }
  return refuse({
    code: "SYSTEM_ERROR",
    text: "The bank has failed to do this. Nothing was done; the fault is in its log.",
  });
};

/** The caller's habits, and where a refused signature is explained. Only a sandbox tells. */
const sandboxHeaders = (
  refusal: Refusal | undefined,
  context: RequestContext,
  bank: Bank,
): Readonly<Record<string, string>> => {
  if (bank.configuration.mode !== "sandbox") return {};
  const warnings = context.warnings.map(asHeaderText);
  const warning = warnings.length > 0 ? { "varde-warning": warnings.join(" | ") } : {};
  if (refusal?.stage === undefined) return warning;
  const id = bank.ids.newSecret();
  bank.explanations.keep(id, explainRefusal(refusal, refusal.stage, context));
  return { ...warning, "varde-explain": `${bank.configuration.publicUrl}/explain/${id}` };
};

const asHeaderText = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 400);

const logRequest = (
  context: RequestContext,
  answer: Answer,
  refusal: Refusal | undefined,
  bank: Bank,
): void => {
  const { operation, received } = context;
  bank.metrics.countAnswer(operation.id, answer.status);
  bank.log.info({
    operation: operation.id,
    status: answer.status,
    requestId: received.headers.get("x-request-id")?.slice(0, 128),
    tpp: context.knownTpp?.tppId,
    ms: bank.clock.machineNow() - received.receivedAt,
    ...(refusal === undefined
      ? {}
      : {
          code: refusal.violations[0].code,
          path: refusal.violations[0].path,
          reason: reasonOf(refusal),
        }),
    ...(context.warnings.length === 0 ? {} : { warnings: context.warnings }),
  });
};

/** Outside a sandbox the caller is told the stage only, so the log is where the reason stands. */
const reasonOf = ({ logReason, stage, violations }: Refusal): string | undefined =>
  logReason ?? (stage === undefined ? undefined : violations[0].text.slice(0, reasonCharactersMax));

/** Straight to the socket: the answer is whole, so nothing of the framework's is left to do. */
const send = async (
  reply: FastifyReply,
  answer: Answer,
  more: Readonly<Record<string, string>>,
  context: RequestContext,
  bank: Bank,
): Promise<void> => {
  const requestId = wellFormedRequestId(context);
  const isStreamed = answer.pieces !== undefined && !isSigned(context, bank);
  const body = isStreamed ? undefined : await wholeBody(answer);
  const signature = isSigned(context, bank) ? await signatureOf(body, requestId, bank) : {};
  // A signature brings the request's id along, and a header must not be there twice.
  const isNamed = "X-Request-ID" in signature || requestId === "";
  const headers = { ...more, ...(isNamed ? {} : { "x-request-id": requestId }) };
  reply.hijack();
  if (isStreamed) {
    reply.raw.writeHead(answer.status, { "content-type": "application/json", ...headers });
    return pipeline(answer.pieces, reply.raw);
  }
  const content =
    body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  reply.raw.writeHead(answer.status, { ...content, ...headers, ...signature });
  reply.raw.end(body);
};

/** What could not be read as an id is not sent back: it might not even be a header's text. */
const wellFormedRequestId = (context: RequestContext): string => {
  const requestId = context.header("x-request-id") ?? "";
  return /^[\x21-\x7e]{1,128}$/.test(requestId) ? requestId : "";
};

/** A digest is made over all of a body, so a signed list is held at once after all. */
const wholeBody = async (answer: Answer): Promise<string | undefined> =>
  answer.pieces === undefined ? answer.body : (await Array.fromAsync(answer.pieces)).join("");

const isSigned = (context: RequestContext, bank: Bank): boolean => {
  const { responseSigning } = bank.configuration;
  if (bank.responseSigner === undefined || responseSigning === "off") return false;
  return responseSigning === "always" || context.received.headers.has("accept-signature");
};

const signatureOf = async (body: string | undefined, requestId: string, bank: Bank) => {
  const identity = await bank.responseSigner?.readResponseIdentity();
  if (identity === undefined) return {};
  const { key, certificate } = identity;
  const atMs = bank.clock.machineNow();
  return signResponse({ requestId, body: body ?? "", key, certificate, atMs });
};
