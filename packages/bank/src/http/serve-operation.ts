import type { ServerResponse } from "node:http";
import { isPromise, StorageUnavailable } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { repeatOrRefuse } from "../idempotency/answer-once.ts";
import { completeRefusal } from "../pipeline/complete-refusal.ts";
import { runPipeline } from "../pipeline/pipeline.ts";
import { PortFailed } from "../ports/port-failed.ts";
import type { Answer } from "../request/answer.ts";
import { explainRefusal, stageToExplain } from "../request/explanations.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import { type ReceivedRequest, RequestContext } from "../request/request-context.ts";
import { assertChecked } from "../request/request-of.ts";
import type { CheckedUseCase } from "../use-case.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { presentRefusal } from "./present-refusal.ts";
import { sendReply } from "./send-reply.ts";

const reasonCharactersMax = 200;
const otherFaultsMax = 20;

/** Takes one request from the wire to its answer: the checks, the use case, the log line. */
export const serveOperation = async (
  received: ReceivedRequest,
  useCase: CheckedUseCase,
  response: ServerResponse,
  bank: Bank,
): Promise<void> => {
  const context = new RequestContext(received);
  const ending = await answerOrRefusal(context, useCase, bank);
  if (ending === "drop") {
    response.destroy();
    return;
  }
  const refusal = isRefusal(ending) ? ending : undefined;
  const answer = isRefusal(ending) ? presentRefusal(ending, bank.configuration) : ending;
  const headers: Readonly<Record<string, string>> = {
    ...deprecationHeaders(received.operation.id, bank.configuration),
    ...sandboxHeaders(refusal, context, bank),
  };
  const answeredAt = bank.clock.machineNow();
  logRequest(context, answer, refusal, answeredAt, bank);
  const explanation = headers["varde-explain"];
  bank.interventions.onHandled?.({ context, answer, refusal, explanation, answeredAt });
  await sendReply(response, answer, headers, received.headers, bank);
};

const answerOrRefusal = async (context: RequestContext, useCase: CheckedUseCase, bank: Bank) => {
  try {
    const walked = runPipeline(context, bank);
    const ending = isPromise(walked) ? await walked : walked;
    if (ending !== undefined) return ending;
    assertChecked(context);
    const intervention = bank.interventions.beforeUseCase?.(context);
    const wanted = isPromise(intervention) ? await intervention : intervention;
    if (wanted === "drop") return wanted;
    if (wanted !== undefined && wanted !== "drop-after") {
      return await completeRefusal(wanted, context, bank);
    }
    const done = await useCase(context, bank);
    if (wanted !== undefined) return "drop";
    return isRefusal(done) ? await repeatOrRefuse(done, context, bank) : done;
  } catch (error) {
    return refuseFault(error, context, bank);
  }
};

/** Our own fault: the detail goes to the log and nowhere else. */
const refuseFault = (error: unknown, context: RequestContext, bank: Bank): Refusal => {
  bank.log.error({ err: error, operation: context.operation.id }, "a request failed");
  if (error instanceof StorageUnavailable || error instanceof PortFailed) {
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
  const stage = refusal && stageToExplain(refusal);
  if (refusal === undefined || stage === undefined) return warning;
  const id = bank.ids.newSecret();
  bank.explanations.keep(id, explainRefusal(refusal, stage, context));
  return { ...warning, "varde-explain": `${bank.configuration.publicUrl}/explain/${id}` };
};

const asHeaderText = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 400);

const logRequest = (
  context: RequestContext,
  answer: Answer,
  refusal: Refusal | undefined,
  answeredAt: number,
  bank: Bank,
): void => {
  const { operation, received } = context;
  bank.metrics.countResponse(operation.id, answer.status);
  bank.log.info({
    operation: operation.id,
    status: answer.status,
    requestId: received.headers.get("x-request-id")?.slice(0, 128),
    tpp: context.knownTpp?.tppId,
    ms: answeredAt - received.receivedAt,
    ...(refusal === undefined
      ? {}
      : {
          code: refusal.violations[0].code,
          path: refusal.violations[0].path,
          reason: reasonOf(refusal),
          otherFaults: otherFaultsOf(refusal),
        }),
    ...(context.warnings.length === 0 ? {} : { warnings: context.warnings }),
  });
};

/** What was wrong beside the first fault, and where; the texts may say more than a log should. */
const otherFaultsOf = ({ violations }: Refusal): readonly string[] | undefined =>
  violations.length === 1
    ? undefined
    : violations
        .slice(1, 1 + otherFaultsMax)
        .map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));

/** Outside a sandbox the caller is told the stage only, so the log is where the reason stands. */
const reasonOf = ({ logReason, stage, violations }: Refusal): string | undefined =>
  logReason ?? (stage === undefined ? undefined : violations[0].text.slice(0, reasonCharactersMax));
