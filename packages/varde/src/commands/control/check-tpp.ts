import { setTimeout } from "node:timers/promises";
import type { ControlResponse } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import {
  type Command,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { parseDurationMs } from "../../parse-duration.ts";
import { refuseExistingFile, writeFileText } from "../../read-file.ts";

type Readiness = ControlResponse<"readReadiness">;
type Check = Readiness["checks"][number];

export const checkTpp: Command = {
  usage: [
    "check-tpp [--profile NAME] [--html FILE]",
    "check-tpp --traps",
    "check-tpp trap ID",
    "check-tpp start-over",
  ],
  about: [
    "Says whether your client is ready for production, by the requests that it sent to the " +
      "sandbox: security, robustness, etiquette. Every result comes with what to do about it and " +
      "the numbers of the requests that show it; varde logs NUMBER shows one of them.",
    "A must that was never seen means not ready. Most situations arise when you use your client; " +
      "traps bring about the rest, such as a lost response. --traps arms those that are still " +
      "open one after the other and waits for what your client does; trap arms one of them.",
    "start-over forgets the judgement so far. The exit code is 1 if the client is not ready.",
  ],
  options: {
    profile: {
      value: "NAME",
      about: "aisp, pisp or both (default); with -company if your PSUs act for companies.",
    },
    since: { value: "TIME", about: "Judge requests from this time, like 2026-11-17T09:00:00Z." },
    traps: { about: "Arm the traps one after the other, and wait for your client." },
    html: { value: "FILE", about: "Write the report, for an auditor, to this new file." },
    junit: { value: "FILE", about: "Write the results for a build server to this new file." },
    ...controlOptions,
    timeout: { value: "DURATION", about: "With --traps: how long to wait for each. Default: 2m." },
  },
  examples: [
    { line: "varde check-tpp --profile pisp" },
    { line: "varde check-tpp --traps --profile pisp", about: "While you use your client" },
    { line: "varde check-tpp trap trap-lost-response", about: "One trap" },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [act, id, ...more] = words;
    refuseExtraArguments(more);
    if (act !== undefined && !acts.includes(act)) throw unknownWord("argument", act, acts);
    if (act === "trap" && id === undefined) throw new UsageError("give the id of the trap");
    for (const name of reports) {
      const file = invocation.text(name);
      if (file !== undefined) refuseExistingFile(file);
    }
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    if (act === "start-over") {
      await control.post("/readiness/start-over", { world });
      return terminal.json({ startedOver: true });
    }
    const client = { control, world, invocation };
    if (act === "trap") return armOne(id ?? "", client);
    if (invocation.has("traps")) await armEach(client);
    const readiness = await readReadiness(client);
    await writeReports(client);
    printReadiness(readiness, invocation);
    terminal.json(readiness);
    if (!readiness.isReady) throw new FailedWithResult("Your client is not ready.");
  },
};

/** Reports that can be written, by the option that names the file. */
const reports = ["html", "junit"] as const;

const writeReports = async ({ control, world, invocation }: JudgedClient): Promise<void> => {
  const wanted = reports.filter((name) => invocation.text(name) !== undefined);
  if (wanted.length === 0) return;
  const query = judgedRequests(invocation);
  const written = await control.get("/readiness/report", { world, query });
  for (const name of wanted) writeFileText(invocation.text(name) ?? "", written[name]);
};

const acts: readonly string[] = ["trap", "start-over"];

interface JudgedClient {
  readonly control: ControlClient;
  readonly world: string;
  readonly invocation: Invocation;
}

const judgedRequests = ({ text }: Invocation) => {
  const [profile, since] = [text("profile"), text("since")];
  return { ...(profile !== undefined && { profile }), ...(since !== undefined && { since }) };
};

const readReadiness = ({ control, world, invocation }: JudgedClient): Promise<Readiness> =>
  control.get("/readiness", { world, query: judgedRequests(invocation) });

const arm = ({ control, world }: JudgedClient, trap: string) =>
  control.post("/readiness/traps/{trap}", { world, parameters: { trap } });

const armOne = async (id: string, client: JudgedClient): Promise<void> => {
  const { terminal, program } = client.invocation;
  const armed = await arm(client, id);
  terminal.line(armed.toSee);
  terminal.line(`Then: ${program} check-tpp`);
  terminal.json(armed);
};

const pollMs = 1_000;
const waitMsDefault = 120_000;

const isOpen = ({ result }: Check): boolean => result === "not-seen" || result === "waiting";

/** Arms the traps that have not been judged yet, and waits for the judgement of each. */
const armEach = async (client: JudgedClient): Promise<void> => {
  const { terminal, text } = client.invocation;
  const given = text("timeout");
  const waitMs = given === undefined ? waitMsDefault : parseDurationMs("--timeout", given);
  const { checks } = await readReadiness(client);
  for (const { id } of checks.filter((one) => one.area === "traps" && isOpen(one))) {
    const { toSee } = await arm(client, id);
    terminal.line(`${id}: ${toSee}`);
    const judged = await waitForJudgement(id, client, Date.now() + waitMs);
    printCheck(judged, client.invocation);
  }
};

const waitForJudgement = async (
  id: string,
  client: JudgedClient,
  deadline: number,
): Promise<Check> => {
  for (;;) {
    const { checks } = await readReadiness(client);
    const check = checks.find((one) => one.id === id);
    if (check === undefined) throw new Error(`the sandbox does not know ${id}`);
    if (!isOpen(check) || Date.now() >= deadline) return check;
    await setTimeout(pollMs);
  }
};

const colours = {
  passed: "green",
  failed: "red",
  warning: "yellow",
  "not-seen": "yellow",
  waiting: "yellow",
} as const satisfies Record<Check["result"], string>;

const indent = " ".repeat(11);

const printCheck = (check: Check, { terminal, program }: Invocation): void => {
  const { id, area, says, result, seen, todo } = check;
  const mark = terminal.paint(colours[result], result.replace("-", " ").padEnd(indent.length));
  terminal.line(`${mark}${says} (${id})`);
  if (todo === undefined) return;
  const isUnseen = result === "not-seen";
  if (!isUnseen) terminal.line(`${indent}Seen: ${seen}.`);
  terminal.line(`${indent}${todo}`);
  if (isUnseen && area === "traps") terminal.line(`${indent}${program} check-tpp trap ${id}`);
};

const order: readonly Check["result"][] = ["failed", "waiting", "not-seen", "warning", "passed"];

const printReadiness = (readiness: Readiness, invocation: Invocation): void => {
  const { terminal } = invocation;
  const { checks, verdict, requests, profile } = readiness;
  for (const result of order) {
    for (const check of checks.filter((one) => one.result === result)) {
      printCheck(check, invocation);
    }
  }
  terminal.line("");
  terminal.line(`${verdict}. Profile ${profile}, ${requests} requests.`);
};
