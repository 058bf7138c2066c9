import { tppMessageCodes } from "../codes.ts";
import { operationList, type ReadonlyDeep } from "../operations/index.ts";
import {
  boolean,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

const paymentOutcomes = ["hold", "no-funds", "refused", "rejected", "delayed", "returned"] as const;
const decorations = ["field", "link", "code", "status"] as const;
export const scaScenarioOutcomes = ["refused", "timed-out", "blocked", "failed"] as const;

const delayMsMax = 60_000;

/** Conditions of a scenario; an omitted condition matches everything. */
const match = object(
  {
    operation: optional(
      oneOf(
        operationList.map(({ id }) => id),
        { description: "the name of an operation, such as createPayment" },
      ),
    ),
    tpp: optional(string({ maxLength: 200, description: "a TPP's id, identifier or name" })),
    amount: optional(
      string({
        pattern: "^[0-9]{1,13}(?:\\.[0-9]{1,3})?$",
        description: 'an amount like "100.00"',
      }),
    ),
    account: optional(
      string({ maxLength: 70, description: "a BBAN, IBAN, card reference or resource id" }),
    ),
    query: optional(
      string({
        maxLength: 200,
        description: "query parameters that the request has, like bookingStatus=pending",
      }),
    ),
  },
  { description: "an object with any of operation, tpp, amount, account and query" },
);

/** Effect of a scenario. A delay can be combined with any other effect. */
const effect = object(
  {
    delayMs: optional(
      integer({ minimum: 0, maximum: delayMsMax, description: `0 to ${delayMsMax} milliseconds` }),
    ),
    code: optional(
      oneOf(tppMessageCodes, { description: "a code of a tppMessage, such as FORBIDDEN" }),
    ),
    status: optional(
      integer({ minimum: 400, maximum: 599, description: "an HTTP status from 400 to 599" }),
    ),
    text: optional(string({ maxLength: 512 })),
    unavailable: optional(boolean()),
    drop: optional(boolean()),
    dropAfter: optional(boolean()),
    decorate: optional(
      list(oneOf(decorations), {
        minItems: 1,
        maxItems: decorations.length,
        description: "what to add to the response that no client knows: field, link, code, status",
      }),
    ),
    sca: optional(oneOf(scaScenarioOutcomes)),
    payment: optional(oneOf(paymentOutcomes)),
    reason: optional(string({ maxLength: 35, description: "a reason code such as AC04" })),
    delayHours: optional(integer({ minimum: 0, description: "a whole number of hours" })),
  },
  {
    description:
      "an object with delayMs, code, unavailable, drop, dropAfter, decorate, sca or payment",
  },
);

/** A failure or delay to simulate, and when. */
export const scenarioSchema = object({
  name: optional(string({ maxLength: 100 })),
  match: optional(match),
  // `nth` is the first match that the scenario acts on, `times` the number of them.
  nth: optional(integer({ minimum: 1, description: "a whole number from 1" })),
  times: optional(integer({ minimum: 0, description: "a whole number; 0 means always" })),
  effect,
});
export type Scenario = ReadonlyDeep<Static<typeof scenarioSchema>>;

const storedScenario = object({
  scenarioId: string(),
  scenario: scenarioSchema,
  matched: integer({ description: "number of times it has matched" }),
});

/** Operations on the scenarios of a world. */
export const scenarioOperations = {
  listScenarios: {
    method: "GET",
    path: "/scenarios",
    summary: "Lists the scenarios of a world, and how often each has matched.",
    needsWorld: true,
    status: 200,
    response: object({ scenarios: list(storedScenario) }),
  },
  addScenario: {
    method: "POST",
    path: "/scenarios",
    summary: "Adds a scenario: a failure or delay of matching calls, SCAs or payments.",
    needsWorld: true,
    body: scenarioSchema,
    status: 201,
    response: object({ scenarioId: string() }),
  },
  clearScenarios: {
    method: "DELETE",
    path: "/scenarios",
    summary: "Removes all scenarios of a world.",
    needsWorld: true,
    status: 204,
  },
  removeScenario: {
    method: "DELETE",
    path: "/scenarios/{scenarioId}",
    summary: "Removes a scenario.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
