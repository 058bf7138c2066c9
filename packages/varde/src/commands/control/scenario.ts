import { ControlFailed } from "@varde/protocol/control-client";
import { describeScenario } from "@varde/protocol/describe-scenario";
import type { Scenario, StoredScenario } from "@varde/sandbox";
import {
  type Command,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { parseDurationMs } from "../../parse-duration.ts";

export const scenario: Command = {
  usage: [
    "scenario",
    "scenario add EFFECT [MATCH]",
    "scenario remove ID",
    "scenario clear",
    "scenario release PAYMENT-ID",
  ],
  about: [
    "Makes requests, approvals or payments fail in your TPP's sandbox world, so that you can " +
      "test how your code handles it. Without arguments it lists the scenarios, how often each " +
      "has matched, and which are used up.",
    "Effects: --code (refuse with this code), --unavailable (503), --drop (close the connection " +
      "and do nothing), --drop-after (do the work, then close the connection), --decorate (add " +
      "what no client knows: field, link, code, status), --delay (respond late; can be combined " +
      "with the others), --sca refused, timed-out, blocked or failed, and " +
      "--payment hold, no-funds, refused, rejected, delayed or returned.",
    "A payment on --payment hold stays PDNG until scenario release, or until the clock passes " +
      "the next batch.",
    "Matches: --operation, --amount, --account, --query. Without them a scenario matches " +
      "everything. It applies once, to the first match, unless --times (0 means always) or --nth " +
      "say otherwise.",
  ],
  options: {
    code: { value: "CODE", about: "Refuse with this code, like FORBIDDEN." },
    status: { value: "STATUS", about: "With --code: the HTTP status." },
    unavailable: { about: "Respond with 503 and Retry-After." },
    drop: { about: "Close the connection and do nothing." },
    "drop-after": { about: "Do the work, then close the connection." },
    decorate: { value: "LIST", about: "Add an unknown field,link,code,status to the response." },
    delay: { value: "DURATION", about: "Respond this much later, like 500ms or 30s." },
    sca: { value: "OUTCOME", about: "The outcome of the PSU's approval." },
    payment: { value: "OUTCOME", about: "The outcome of a payment." },
    operation: { value: "NAME", about: "Match this operation, like createPayment." },
    amount: { value: "AMOUNT", about: "Match payments of this amount." },
    account: { value: "ACCOUNT", about: "Match payments from or to this account." },
    query: { value: "NAME=VALUE", about: "Match requests with this query parameter." },
    nth: { value: "COUNT", about: "Apply from the nth match." },
    times: { value: "COUNT", about: "How often to apply; 0 means always." },
    ...controlOptions,
  },
  examples: [
    { line: "varde scenario add --drop-after --operation createPayment", about: "A lost response" },
    { line: "varde scenario add --payment no-funds --amount 666.00 --times 0" },
    {
      line: "varde scenario add --code FORMAT_ERROR --query bookingStatus=pending",
      about: "A bank without pending entries",
    },
    { line: "varde scenario clear" },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [act, id, ...more] = words;
    refuseExtraArguments(more);
    if (act !== undefined && !acts.includes(act)) throw unknownWord("argument", act, acts);
    const wanted = readScenario(invocation);
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    switch (act) {
      case undefined: {
        const { scenarios } = await control.get("/scenarios", { world });
        if (scenarios.length === 0) terminal.note("There are no scenarios.");
        else terminal.table(headings, scenarios.map(toRow));
        return terminal.json(scenarios);
      }
      case "add": {
        const added = await control
          .post("/scenarios", { world, body: wanted })
          .catch((error: unknown) => {
            throw error instanceof ControlFailed && error.status === 400
              ? new UsageError(nameOptions(error.message), { cause: error })
              : error;
          });
        terminal.line(`Scenario ${added.scenarioId}`);
        return terminal.json(added);
      }
      case "remove":
        if (id === undefined) throw new UsageError("give the id of the scenario to remove");
        await control.delete("/scenarios/{scenarioId}", { world, parameters: { scenarioId: id } });
        return terminal.json({ removed: id });
      case "clear":
        await control.delete("/scenarios", { world });
        return terminal.json({ cleared: true });
      case "release":
        if (id === undefined) throw new UsageError("give the id of the payment to release");
        await control.post("/payments/{paymentId}/release", {
          world,
          parameters: { paymentId: id },
        });
        return terminal.json({ released: id });
      default:
        throw unknownWord("argument", act, acts);
    }
  },
};

const acts: readonly string[] = ["add", "remove", "clear", "release"];
const headings = ["ID", "STATE", "MATCHED", "EFFECT", "MATCH"];

const toRow = (kept: StoredScenario): readonly string[] => {
  const { state, effect, match } = describeScenario(kept);
  return [kept.scenarioId, state, String(kept.matched), effect, match];
};

/** Reads the options as they are: the sandbox refuses values that it does not know. */
const readScenario = ({ text, has }: Invocation): Scenario => {
  const number = (name: string): number | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new UsageError(`--${name} must be a whole number, not "${given}"`);
  };
  return {
    match: omitUndefined({
      operation: text("operation"),
      amount: text("amount"),
      account: text("account"),
      query: text("query"),
    }),
    effect: omitUndefined({
      code: text("code"),
      status: number("status"),
      unavailable: has("unavailable") || undefined,
      drop: has("drop") || undefined,
      dropAfter: has("drop-after") || undefined,
      decorate: text("decorate")?.split(","),
      delayMs: readDelayMs(text("delay")),
      sca: text("sca"),
      payment: text("payment"),
    }),
    ...omitUndefined({ nth: number("nth"), times: number("times") }),
  } as Scenario;
};

const readDelayMs = (given: string | undefined): number | undefined => {
  const delayMs = given === undefined ? undefined : parseDurationMs("--delay", given);
  if (delayMs === undefined || delayMs <= delayMsMax) return delayMs;
  throw new UsageError(`--delay must be at most ${delayMsMax / 1_000}s, not "${given}"`);
};

/** The longest delay that the sandbox accepts. */
const delayMsMax = 60_000;

/** The options of the fields of a scenario that have another name. */
const optionByField: Readonly<Record<string, string>> = {
  delayMs: "--delay",
  dropAfter: "--drop-after",
};

const toOption = (field: string): string => optionByField[field] ?? `--${field}`;

const effectFields = /\b(delayMs|code|unavailable|dropAfter|drop|decorate|sca|payment)\b/g;

/** Rewrites a refusal of the sandbox, which names fields of the body, with the options. */
const nameOptions = (message: string): string => {
  const sentence = message.replace(/\.$/, "");
  const [, ofEffect] = /^\/effect has (.*)$/.exec(sentence) ?? [];
  if (ofEffect === undefined) return sentence.replace(/^\w+/, toOption);
  const named = ofEffect.replace(effectFields, toOption);
  return named.startsWith("no effect")
    ? named.replace(/^no effect; give/, "no effect is given; add")
    : named.replace("; a scenario has", " cannot be combined; a scenario has");
};

const omitUndefined = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
