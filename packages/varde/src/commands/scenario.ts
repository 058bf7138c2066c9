import type { KeptScenario } from "@varde/sandbox";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { findWorld, inWorld } from "../find-world.ts";
import { controlOf } from "../open-tpp.ts";
import { controlOptions } from "../options.ts";
import { describeScenario } from "../scenario/describe-scenario.ts";
import { formatTable } from "../terminal/format-table.ts";

export const scenario: Command = {
  usage: ["scenario", "scenario add EFFECT [MATCH]", "scenario remove ID", "scenario clear"],
  about: [
    "Makes things go wrong in your TPP's sandbox world, so that you can see how your code takes " +
      "it. Without a word it lists what is to go wrong, how " +
      "often something has matched, and what is used up.",
    "Effects: --code (a refusal with this code), --unavailable (503), --drop (the connection is " +
      "cut and nothing done), --drop-after (it is cut when the work was done), --delay (a slow " +
      "answer; also beside the others), --sca refused, timed-out, blocked or failed, --payment " +
      "no-funds, refused, rejected, delayed or returned.",
    "Matches: --operation, --amount, --account. What is left out fits anything. It happens once " +
      "unless --times says how often (0: always), and to the first match unless --nth.",
  ],
  options: {
    code: { type: "string", value: "CODE", about: "Refuse with this code, like FORBIDDEN." },
    status: { type: "string", value: "STATUS", about: "With --code: under this HTTP status." },
    unavailable: { type: "boolean", about: "Answer 503 with Retry-After." },
    drop: { type: "boolean", about: "Cut the connection; nothing is done." },
    "drop-after": { type: "boolean", about: "Do the work, and cut the connection then." },
    delay: { type: "string", value: "MS", about: "Answer this many milliseconds later." },
    sca: { type: "string", value: "OUTCOME", about: "How the PSU's next approval ends." },
    payment: { type: "string", value: "OUTCOME", about: "How a payment ends." },
    operation: { type: "string", value: "NAME", about: "Calls of this operation: createPayment." },
    amount: { type: "string", value: "AMOUNT", about: "Payments of this amount." },
    account: { type: "string", value: "ACCOUNT", about: "Payments from or to this account." },
    nth: { type: "string", value: "COUNT", about: "From the nth match on." },
    times: { type: "string", value: "COUNT", about: "How often; 0 is always." },
    ...controlOptions,
  },
  examples: [
    { line: "varde scenario add --drop-after --operation createPayment", about: "A lost answer" },
    { line: "varde scenario add --payment no-funds --amount 666.00 --times 0" },
    { line: "varde scenario clear" },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [act, id, ...more] = words;
    if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many`);
    const wanted = act === "add" ? readScenario(invocation) : undefined;
    const control = controlOf(invocation);
    const at = inWorld(await findWorld(invocation, control));
    switch (act) {
      case undefined: {
        const { scenarios } = await control.get<{ scenarios: readonly KeptScenario[] }>(
          at("/scenarios"),
        );
        if (scenarios.length === 0) terminal.note("Nothing is to go wrong.");
        else for (const line of formatTable(headings, scenarios.map(toRow))) terminal.line(line);
        return terminal.json(scenarios);
      }
      case "add": {
        const added = await control.post<{ scenarioId: string }>(at("/scenarios"), wanted);
        terminal.line(`Scenario ${added.scenarioId}`);
        return terminal.json(added);
      }
      case "remove":
        if (id === undefined) throw new UsageError("name the scenario to remove");
        await control.delete(at(`/scenarios/${encodeURIComponent(id)}`));
        return terminal.json({ removed: id });
      case "clear":
        await control.delete(at("/scenarios"));
        return terminal.json({ cleared: true });
      default:
        throw new UsageError(`it cannot "${act}"`);
    }
  },
};

const headings = ["ID", "STATE", "MATCHED", "WHAT HAPPENS", "TO WHAT"];

const toRow = (kept: KeptScenario): readonly string[] => {
  const { state, effect, match } = describeScenario(kept);
  return [kept.scenarioId, state, String(kept.matched), effect, match];
};

const readScenario = ({ text, has }: Invocation): object => {
  const number = (name: string): number | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new UsageError(`--${name} must be a whole number, not "${given}"`);
  };
  return {
    match: keepGiven({
      operation: text("operation"),
      amount: text("amount"),
      account: text("account"),
    }),
    effect: keepGiven({
      code: text("code"),
      status: number("status"),
      unavailable: has("unavailable") || undefined,
      drop: has("drop") || undefined,
      dropAfter: has("drop-after") || undefined,
      delayMs: number("delay"),
      sca: text("sca"),
      payment: text("payment"),
    }),
    ...keepGiven({ nth: number("nth"), times: number("times") }),
  };
};

const keepGiven = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
