import { setTimeout } from "node:timers/promises";
import {
  type ApiResponse,
  type Interventions,
  type Refusal,
  type RequestContext,
  type ResponseChange,
  readPayment,
  refuse,
  type Sca,
  type ScaFault,
} from "@varde/bank";
import type { Scenario, scaScenarioOutcomes } from "@varde/protocol";
import { andThen, type Storage } from "@varde/storage";
import { collectBodyFacts, type ScenarioFacts } from "./match-scenario.ts";
import type { Scenarios } from "./scenarios.ts";

type Effect = Scenario["effect"];

/** Applies scenarios to requests and approvals. */
export const scenarioInterventions = (
  scenarios: Scenarios,
  storage: Storage,
): Pick<Interventions, "beforeUseCase" | "beforeApproval"> => ({
  beforeUseCase: (context) => {
    const { worldId } = context.tpp;
    return andThen(scenarios.mayAct(worldId, "call", context.operation.id), (mayAct) =>
      mayAct
        ? andThen(scenarios.actingOn(worldId, "call", collectRequestFacts(context)), (acting) => {
            if (acting === undefined) return undefined;
            context.scenario = acting.name;
            return actOnCall(acting.effect);
          })
        : undefined,
    );
  },
  beforeApproval: async (sca) => {
    if (!(await scenarios.mayAct(sca.worldId, "approval"))) return undefined;
    const facts = await collectScaFacts(sca, storage);
    const acting = await scenarios.actingOn(sca.worldId, "approval", facts);
    if (acting?.effect.sca === undefined) return undefined;
    const { effect, name: scenario } = acting;
    if (effect.delayMs !== undefined) await setTimeout(effect.delayMs);
    return {
      ...faults[acting.effect.sca],
      scenario,
      ...(effect.text === undefined ? {} : { message: effect.text }),
    };
  },
});

const actOnCall = async (
  effect: Effect,
): Promise<Refusal | "drop" | "drop-after" | ResponseChange | undefined> => {
  const { delayMs, code, status, unavailable, drop, dropAfter, decorate } = effect;
  if (delayMs !== undefined) await setTimeout(delayMs);
  if (drop === true) return "drop";
  if (dropAfter === true) return "drop-after";
  if (decorate !== undefined) return decorateResponse(decorate);
  if (unavailable === true) {
    const text = effect.text ?? "The bank is unavailable because of a sandbox scenario.";
    return refuse({ code: "SYSTEM_ERROR", status: 503, text });
  }
  if (code === undefined) return undefined;
  const text = effect.text ?? "A sandbox scenario returned this error.";
  return refuse({ code, text, ...(status === undefined ? {} : { status }) });
};

const faults: Readonly<Record<(typeof scaScenarioOutcomes)[number], ScaFault>> = {
  refused: { system: "sca", code: "SCA_INVALID", message: "The PSU did not approve." },
  "timed-out": { system: "sca", code: "SCA_EXPIRED", message: "The PSU did not finish in time." },
  blocked: {
    system: "sca",
    code: "PSU_CREDENTIALS_INVALID",
    message: "The PSU could not be identified.",
  },
  failed: { system: "core-bank", code: "SYSTEM_ERROR", message: "The bank has failed." },
};

const collectRequestFacts = (context: RequestContext): ScenarioFacts => {
  const { tppId, identifier, name } = context.tpp;
  const { amounts, accounts } = collectBodyFacts(context.body);
  const { accountId } = context.received.parameters;
  return {
    operation: context.operation.id,
    tpp: [tppId, identifier, name],
    amounts,
    accounts: accountId === undefined ? accounts : [...accounts, accountId],
    query: context.query,
  };
};

const collectScaFacts = async (sca: Sca, storage: Storage): Promise<ScenarioFacts> => {
  const { subjectId, subjectKind } = sca;
  const isPayment = subjectKind === "payment" || subjectKind === "cancellation";
  const payment =
    isPayment && subjectId !== undefined
      ? await storage.read(() => readPayment(subjectId))
      : undefined;
  const { amounts, accounts } = collectBodyFacts(JSON.parse(payment?.body ?? "{}"));
  return {
    tpp: [sca.tppId, sca.tppName],
    amounts,
    accounts: payment === undefined ? accounts : [...accounts, payment.debtorAccountId],
  };
};

type Decoration = NonNullable<Scenario["effect"]["decorate"]>[number];
type Body = Readonly<Record<string, unknown>>;

const decorationText = "A later version of the interface may add this; a client ignores it.";

/**
 * Returns a change that adds what no client knows yet to a response: a field, a link, a code of a
 * tppMessage or a status. A client that follows the interface continues as if it were not there.
 */
const decorateResponse =
  (decorations: readonly Decoration[]): ResponseChange =>
  (response): ApiResponse => {
    const { status, headers, body } = response;
    const value: unknown = body === undefined ? undefined : JSON.parse(body);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return response;
    const decorated = decorations.reduce((to, name) => decorate[name](to), value as Body);
    return { status, headers, body: JSON.stringify(decorated) };
  };

const decorate: Readonly<Record<Decoration, (body: Body) => Body>> = {
  field: (body) => ({ ...body, newField: { text: decorationText, list: [1, null] } }),
  link: (body) => ({
    ...body,
    _links: { ...(body._links as Body | undefined), newLink: { href: "/v1/new", verbs: ["GET"] } },
  }),
  code: (body) => ({
    ...body,
    tppMessages: [{ category: "WARNING", code: "NEW_CODE", text: decorationText }],
  }),
  status: (body) =>
    body.transactionStatus === undefined ? body : { ...body, transactionStatus: "NEWS" },
};
