import { Readable } from "node:stream";
import { formatDateHeader, type Operation, signResponse } from "@varde/protocol";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../bank.ts";
import type { Answer } from "./answer.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { explainRefusal } from "./explanations.ts";
import { walkChecks } from "./pipeline.ts";
import { presentRefusal } from "./present-refusal.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import { RequestContext } from "./request-context.ts";
import { RequestHeaders } from "./request-headers.ts";

/** What an operation does once every check has passed. */
export type UseCase = (context: RequestContext, bank: Bank) => Promise<Answer | Refusal>;

const noBody = Buffer.alloc(0);

/** Takes one request from the wire to its answer: the checks, the use case, the log line. */
export const serveOperation =
  (operation: Operation, service: string | undefined, useCase: UseCase, bank: Bank) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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
    const refusal = isRefusal(ending) ? ending : undefined;
    const answer = isRefusal(ending) ? presentRefusal(ending, bank.configuration) : ending;
    addSandboxHeaders(reply, refusal, context, bank);
    logRequest(context, answer, refusal, bank);
    return send(reply, answer, context, bank);
  };

const answerOrRefusal = async (context: RequestContext, useCase: UseCase, bank: Bank) => {
  try {
    return (await walkChecks(context, bank)) ?? (await useCase(context, bank));
  } catch (error) {
    return refuseFault(error, context, bank);
  }
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
const addSandboxHeaders = (
  reply: FastifyReply,
  refusal: Refusal | undefined,
  context: RequestContext,
  bank: Bank,
): void => {
  if (bank.configuration.mode !== "sandbox") return;
  const warnings = context.warnings.map(asHeaderText);
  if (warnings.length > 0) reply.header("varde-warning", warnings.join(" | "));
  if (refusal?.stage === undefined) return;
  const id = bank.ids.newSecret();
  bank.explanations.keep(id, explainRefusal(refusal, refusal.stage, context));
  reply.header("varde-explain", `${bank.configuration.publicUrl}/explain/${id}`);
};

const asHeaderText = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 400);

const logRequest = (
  context: RequestContext,
  answer: Answer,
  refusal: Refusal | undefined,
  bank: Bank,
): void => {
  const { operation, received } = context;
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
          reason: refusal.logReason,
        }),
    ...(context.warnings.length === 0 ? {} : { warnings: context.warnings }),
  });
};

const send = async (
  reply: FastifyReply,
  answer: Answer,
  context: RequestContext,
  bank: Bank,
): Promise<FastifyReply> => {
  const requestId = context.header("x-request-id");
  reply.code(answer.status);
  reply.headers(deprecationHeaders(context.operation.id, bank.configuration));
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (requestId !== undefined && /^[\x21-\x7e]{1,128}$/.test(requestId)) {
    reply.header("x-request-id", requestId);
  }
  if (isSigned(context, bank)) {
    const body = await wholeBody(answer);
    reply.headers(await signatureOf(body, requestId ?? "", bank));
    return body === undefined
      ? reply.send()
      : reply.header("content-type", "application/json").send(body);
  }
  reply.header("date", formatDateHeader(bank.clock.machineNow()));
  if (answer.pieces !== undefined) {
    return reply.header("content-type", "application/json").send(Readable.from(answer.pieces));
  }
  if (answer.body === undefined) return reply.send();
  return reply.header("content-type", "application/json").send(answer.body);
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
