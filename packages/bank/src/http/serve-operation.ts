import type { ServerResponse } from "node:http";
import {
  type AuthorisationResponse,
  formatDateHeader,
  type Link,
  limits,
  type Operation,
} from "@varde/protocol";
import { isPromise, StorageUnavailable } from "@varde/storage";
import type { Bank, CheckedUseCase } from "../bank.ts";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import { stageToExplain } from "../operations/explanations/explanations.ts";
import { completeRefusal } from "../pipeline/complete-refusal.ts";
import { runPipeline } from "../pipeline/pipeline.ts";
import { PortFailed } from "../ports/guard/port-failed.ts";
import type { PaymentId } from "../ports/ids.ts";
import type { ApiResponse } from "../request/api-response.ts";
import { withLinkForm } from "../request/links.ts";
import { heldLoopMsMax, logHeldLoop } from "../request/log-held-loop.ts";
import { refuseOverload } from "../request/place.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import { type ReceivedRequest, RequestContext } from "../request/request-context.ts";
import { assertChecked } from "../request/request-of.ts";
import { repeatOrRefuse } from "../respond-once.ts";
import { presentRefusal } from "./present-refusal.ts";
import type { RequestObservation } from "./request-observation.ts";
import { sendResponse } from "./send-response.ts";

const reasonCharactersMax = 200;
const otherFaultsMax = 20;

/** Serves one request: runs its checks and its use case, logs it and sends the response. */
export const serveOperation = async (
  received: ReceivedRequest,
  useCase: CheckedUseCase,
  output: ServerResponse,
  observation: RequestObservation,
  bank: Bank,
): Promise<void> => {
  const context = new RequestContext(received);
  observation.context = context;
  const ending = await handle(context, useCase, observation, bank);
  observation.handledMs = observation.elapsedMs();
  if (ending === refuseOverload) observation.notAdmitted = "overload";
  if (ending === "drop") {
    const dropped = { context, respondedAt: bank.clock.machineNow() };
    letWatch(context, bank, (interventions) => interventions.onDropped?.(dropped));
    output.destroy();
    return;
  }
  const refusal = isRefusal(ending) ? ending : undefined;
  observation.refusal = refusal;
  const presented = isRefusal(ending) ? presentRefusal(ending, bank.configuration) : ending;
  const created = readCreated(presented);
  const response = withLinkForm(presented, bank.configuration);
  const headers: Record<string, string> = {};
  addDeprecationHeaders(headers, received.operation, bank.configuration);
  if (created !== undefined) addCreatedHeaders(headers, created, bank.configuration);
  if (bank.configuration.mode === "sandbox") addSandboxHeaders(headers, refusal, context, bank);
  const respondedAt = bank.clock.machineNow();
  logRequest(context, { response, refusal, created, respondedAt }, bank);
  const explanation = headers["varde-explain"];
  letWatch(context, bank, (interventions) =>
    interventions.onHandled?.({
      context,
      response,
      headers: response.headers === undefined ? headers : { ...response.headers, ...headers },
      refusal,
      explanation,
      respondedAt,
    }),
  );
  const sent = sendResponse(output, response, headers, received.headers, bank);
  logIfHeld(observation, observation.handledMs, "response", bank);
  await sent;
};

/** Lets a sandbox record a request. A fault in what only watches is logged, and ends no request. */
const letWatch = (
  context: RequestContext,
  { interventions, log }: Bank,
  watch: (interventions: Bank["interventions"]) => void,
): void => {
  try {
    watch(interventions);
  } catch (error) {
    log.error({ err: error, ...requestFields(context) }, "request not recorded");
  }
};

/** Logs a stage that held the event loop, if it has not waited for anything since it began. */
const logIfHeld = (
  observation: RequestObservation,
  startedMs: number,
  stage: "useCase" | "response",
  { log }: Bank,
): void => {
  const heldMs = observation.elapsedMs() - startedMs;
  if (heldMs > heldLoopMsMax) logHeldLoop(heldMs, { operation: observation.name, stage }, log);
};

const handle = async (
  context: RequestContext,
  useCase: CheckedUseCase,
  observation: RequestObservation,
  bank: Bank,
) => {
  try {
    const ending = await runPipeline(context, bank);
    observation.checkedMs = observation.elapsedMs();
    if (ending !== undefined) return await repeatOrRefuse(ending, context, bank);
    assertChecked(context);
    const intervention = bank.interventions.beforeUseCase?.(context);
    const instead = isPromise(intervention) ? await intervention : intervention;
    if (instead === "drop") return instead;
    if (typeof instead === "object") {
      const refusal = await completeRefusal(instead, context, bank);
      return await repeatOrRefuse(refusal, context, bank);
    }
    const startedMs = isPromise(intervention) ? observation.elapsedMs() : observation.checkedMs;
    const running = useCase(context, bank);
    logIfHeld(observation, startedMs, "useCase", bank);
    const done = await running;
    if (instead === "drop-after") return "drop";
    if (isRefusal(done)) return await repeatOrRefuse(done, context, bank);
    return instead === undefined ? done : instead(done);
  } catch (error) {
    return refuseFault(error, context, bank);
  }
};

/** Refuses after an error of our own, whose details go only to the log. */
const refuseFault = (error: unknown, context: RequestContext, bank: Bank): Refusal => {
  bank.log.error({ err: error, ...requestFields(context) }, "request failed");
  if (error instanceof StorageUnavailable || error instanceof PortFailed) {
    return refuse(
      {
        code: "SYSTEM_ERROR",
        status: 503,
        text: "The bank is temporarily unavailable. Send the same request again shortly.",
      },
      {
        headers: { "retry-after": "2" },
        source: error instanceof PortFailed ? error.port : "database",
      },
    );
  }
  return refuse(
    {
      code: "SYSTEM_ERROR",
      text: "An internal error occurred. The request may have taken effect; check before retrying.",
    },
    { source: "internal error" },
  );
};

/** Adds a sandbox's own headers: warnings, and where a refused signature is explained. */
const addSandboxHeaders = (
  headers: Record<string, string>,
  refusal: Refusal | undefined,
  context: RequestContext,
  bank: Bank,
): void => {
  if (context.warnings.length > 0) {
    headers["varde-warning"] = context.warnings.map(asHeaderText).join(" | ");
  }
  const stage = refusal && stageToExplain(refusal);
  if (refusal === undefined || stage === undefined || bank.reader === undefined) return;
  const id = bank.ids.newSecret();
  try {
    bank.explanations.add(bank.reader, id, refusal, stage, context);
    headers["varde-explain"] = `${bank.configuration.publicUrl}/explain/${id}`;
  } catch (error) {
    bank.log.error({ err: error, ...requestFields(context) }, "refusal not stored");
  }
};

const asHeaderText = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 400);

const paymentIdForm = /^[0-9a-f-]{36}$/i;

/**
 * Returns the fields that identify a request in the log: the operation, the TPP's authorisation
 * number and the payment. A path could contain anything, so only what has the form of an id is
 * logged.
 */
const requestFields = (
  { operation, knownTpp, received }: RequestContext,
  { paymentId = received.parameters.paymentId }: Created = {},
) => ({
  operation: operation.id,
  tpp: knownTpp?.identifier,
  paymentId: paymentId !== undefined && paymentIdForm.test(paymentId) ? paymentId : undefined,
});

interface Ending {
  readonly response: ApiResponse;
  readonly refusal: Refusal | undefined;
  readonly created: Created | undefined;
  readonly respondedAt: number;
}

const logRequest = (
  context: RequestContext,
  { response, refusal, created, respondedAt }: Ending,
  bank: Bank,
): void => {
  const { received, warnings } = context;
  for (const form of context.toleratedForms) bank.metrics.countToleratedForm(form);
  const { operation, tpp, paymentId } = requestFields(context, created);
  bank.logRequest({
    operation,
    tpp,
    paymentId,
    status: response.status,
    requestId: received.headers.get("x-request-id")?.slice(0, limits.requestIdCharactersMax),
    ms: respondedAt - received.receivedAt,
    code: refusal?.violations[0].code,
    path: refusal?.violations[0].path,
    reason: refusal && loggedReason(refusal),
    otherFaults: refusal && listOtherFaults(refusal),
    warnings: warnings.length === 0 ? undefined : warnings,
  });
};

/** Lists code and path of all violations but the first. Texts may contain private data. */
const listOtherFaults = ({ violations }: Refusal): readonly string[] | undefined =>
  violations.length === 1
    ? undefined
    : violations
        .slice(1, 1 + otherFaultsMax)
        .map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));

/** Returns the reason for the log. In production the response names only the stage. */
const loggedReason = ({ logReason, stage, violations }: Refusal): string | undefined =>
  logReason ?? (stage === undefined ? undefined : violations[0].text.slice(0, reasonCharactersMax));

/** The fields of a created resource that say what and where it is, and how its SCA works. */
interface Created extends Partial<Pick<AuthorisationResponse, "authorisationId">> {
  readonly paymentId?: PaymentId;
  readonly _links?: Readonly<Partial<Record<"self" | "scaStatus" | "scaRedirect", Link>>>;
}

/** Reads what a request has created; undefined if it has created nothing. */
const readCreated = ({ status, body, value }: ApiResponse): Created | undefined =>
  status === 201 && body !== undefined ? ((value ?? JSON.parse(body)) as Created) : undefined;

/**
 * RSP-16, RSP-17: adds the address of what a request has created, and how the SCA that it starts
 * reaches the PSU. They follow from the body, so that a stored response has the same headers.
 */
const addCreatedHeaders = (
  headers: Record<string, string>,
  { _links: links = {}, authorisationId }: Created,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): void => {
  const self = links.self ?? links.scaStatus;
  const approach = authorisationId === undefined ? undefined : "DECOUPLED";
  const scaApproach = links.scaRedirect === undefined ? approach : "REDIRECT";
  if (self !== undefined) headers.location = pathPrefix + self.href;
  if (scaApproach !== undefined) headers["aspsp-sca-approach"] = scaApproach;
};

/** VER-08: adds the headers of every response of a deprecated operation, refusals included. */
const addDeprecationHeaders = (
  headers: Record<string, string>,
  { deprecation }: Pick<Operation, "deprecation">,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): void => {
  if (deprecation === undefined) return;
  const { noticeOn, sunsetOn, successor } = deprecation;
  headers.deprecation = formatDateHeader(Date.parse(noticeOn));
  headers.sunset = formatDateHeader(Date.parse(sunsetOn));
  headers.link = `<${pathPrefix}${successor}>; rel="successor-version"`;
};
