import {
  type CaseChange,
  type Check,
  type Expectation,
  levelOf,
  NotProven,
  type Passive,
  type Sweep,
  type Twin,
  type Variant,
} from "../checks/check.ts";
import type { CheckReport, ControlKind, ResultKind } from "../reports/report.ts";
import {
  codeOf,
  describeResponse,
  type Exchange,
  isAccepted,
  isRefused,
  statusOf,
} from "../wire/exchange.ts";
import { missingNeed } from "./needs.ts";
import { interruption, type Run } from "./run.ts";
import { createScene, type RunningScene } from "./scene.ts";

interface Outcome {
  readonly result: ResultKind;
  readonly seen: string;
  readonly control: CheckReport["control"];
  readonly variant?: NonNullable<CheckReport["variant"]>;
}

/** Runs one check and reports it. Its texts are redacted here, once. */
export const runCheck = async (run: Run, check: Check): Promise<CheckReport> => {
  const started = performance.now();
  const missing = missingNeed(check.needs ?? [], run.bank, run.options);
  if (missing !== undefined) return reportUnrun(run, check, "skipped", missing);
  const { signal } = run.options;
  const scene = createScene(run, check.id);
  const outcome = signal?.aborted === true ? undefined : await concludeCheck(run, check, scene);
  // Nothing is said about a check that did not end.
  if (outcome === undefined || signal?.aborted === true) {
    return reportUnrun(run, check, "blocked", interruption);
  }
  return {
    ...describeCheck(check),
    ...outcome,
    seen: inOneLine(run.redactor.text(outcome.seen)),
    exchanges: scene.sent,
    ms: Math.round(performance.now() - started),
  };
};

/** Reports a check that did not run. */
export const reportUnrun = (
  run: Run,
  check: Check,
  result: "skipped" | "blocked" | "not proven",
  seen: string,
): CheckReport => ({
  ...describeCheck(check),
  ...{
    result,
    seen: inOneLine(run.redactor.text(seen)),
    control: { kind: "none" },
    exchanges: [],
    ms: 0,
  },
});

const describeCheck = (
  check: Check,
): Pick<CheckReport, "id" | "group" | "rules" | "level" | "says"> => ({
  id: check.id,
  group: check.group,
  rules: [...check.rules, ...(check.shouldRules ?? [])],
  level: check.kind === "variant" ? "variant" : levelOf(check),
  says: check.says,
});

const concludeCheck = async (run: Run, check: Check, scene: RunningScene): Promise<Outcome> => {
  let control: CheckReport["control"] = { kind: controlKind(check) };
  try {
    switch (check.kind) {
      case "twin":
        control = await runTwin(check, scene);
        break;
      case "sweep":
        await runSweep(run, check, scene);
        break;
      case "variant":
        return { control, ...(await runVariant(check, scene)) };
      case "flow":
        await check.run(scene);
        break;
      case "passive":
        runPassive(run, check, scene);
        break;
    }
  } catch (error) {
    if (!(error instanceof NotProven)) throw error;
    // Keeps what was found before.
    if (judge(check, run, scene).result !== "failed") {
      return { result: "not proven", seen: error.message, control };
    }
  }
  return { ...judge(check, run, scene), control };
};

const controlKind = (check: Check): ControlKind => {
  if (check.kind === "twin") return check.cases[0]?.control ? "twin" : "baseline";
  if (check.kind === "sweep") return "twin";
  return check.kind === "passive" ? "exchanges" : "preconditions";
};

/** Turns findings into a result. A "should" is a warning unless the run is strict. */
const judge = (
  check: Check,
  { options }: Run,
  { findings, notes }: RunningScene,
): Pick<Outcome, "result" | "seen"> => {
  const isMust = levelOf(check) === "must";
  const counts = ({ level }: { readonly level: "must" | "should" }) =>
    options.strict === true || (isMust && level === "must");
  const seen = [...findings.map(({ text }) => text), ...notes].join("; ");
  if (findings.some(counts)) return { result: "failed", seen };
  return { result: findings.length > 0 ? "warning" : "passed", seen };
};

/** Sends the control first and the change second, each with resources of its own. */
const runTwin = async (twin: Twin, scene: RunningScene): Promise<CheckReport["control"]> => {
  let control: CheckReport["control"] = { kind: controlKind(twin) };
  const resolve = (change: CaseChange) => (typeof change === "function" ? change(scene) : change);
  for (const { name, change, control: legal, code } of twin.cases) {
    const label = name === undefined ? "" : `${name}: `;
    if (legal !== undefined) {
      const accepted = await scene.sendKind(twin.on, resolve(legal));
      control = { kind: "twin", exchange: accepted.number };
      scene.precondition(
        isAccepted(accepted),
        `${label}the correct request was refused: ${describeResponse(accepted)}`,
      );
    }
    const changed = await scene.sendKind(twin.on, resolve(change));
    judgeResponse(changed, { ...twin.expect, ...(code && { code }) }, label, scene);
  }
  return control;
};

const judgeResponse = (
  response: Exchange,
  { refused, statuses = [400], code }: Expectation,
  label: string,
  scene: RunningScene,
): void => {
  const seen = `${label}${describeResponse(response)}`;
  scene.precondition(response.response !== undefined, seen);
  if (refused === undefined) {
    scene.must(isAccepted(response), seen);
  } else if (isRefused(response)) {
    const isRight = statuses.includes(statusOf(response));
    const text = `${seen}, not ${statuses.join(" or ")}`;
    if (refused === "stated") scene.must(isRight, text);
    else scene.should(isRight, text);
    if (isRight && code !== undefined) {
      scene.should(codeOf(response) === code, `${seen}, not ${code}`);
    }
  } else scene.must(false, `${seen}, not refused`);
  if (scene.findings.length === 0) scene.note(seen);
};

/** Sends the correct and the changed request of every operation that can be reached. */
const runSweep = async (run: Run, sweep: Sweep, scene: RunningScene): Promise<void> => {
  const proven: string[] = [];
  const unproven: string[] = [];
  for (const kind of sweep.on) {
    if (missingNeed(kind.needs ?? [], run.bank, run.options) !== undefined) continue;
    const isReachable = await reaches(kind, scene);
    if (!isReachable) {
      unproven.push(kind.name);
      continue;
    }
    const changed = await scene.sendKind(kind, sweep.change);
    proven.push(kind.name);
    judgeResponse(changed, sweep.expect, `${kind.name}: `, scene);
  }
  scene.precondition(proven.length > 0, "no operation accepts a correct request");
  const rest = unproven.length > 0 ? `; not reachable: ${unproven.join(", ")}` : "";
  (scene.notes as string[]).splice(0, Infinity, `${proven.length} operations${rest}`);
};

const reaches = async (kind: Sweep["on"][number], scene: RunningScene): Promise<boolean> => {
  try {
    return isAccepted(await scene.sendKind(kind));
  } catch (error) {
    if (error instanceof NotProven) return false;
    throw error;
  }
};

const runVariant = async (
  variant: Variant,
  scene: RunningScene,
): Promise<Pick<Outcome, "result" | "seen" | "variant">> => {
  const answer = await variant.observe(scene);
  const known = variant.answers[answer];
  if (known === undefined) {
    return { result: "variant", seen: answer, variant: { answer, isUsual: false } };
  }
  const { says, settings, isUsual = false } = known;
  const seen = [says, ...scene.notes].join("; ");
  return {
    result: isUsual ? "passed" : "variant",
    seen,
    variant: { answer, isUsual, ...(settings !== undefined && { settings }) },
  };
};

/** Looks at the exchanges of the run so far. A check that saw none proves nothing. */
const runPassive = (run: Run, passive: Passive, scene: RunningScene): void => {
  const looked = run.exchanges.filter(passive.appliesTo);
  scene.precondition(looked.length > 0, "no exchange of this run shows it");
  const faults = looked.flatMap((exchange) => {
    const fault = passive.fault(exchange);
    return fault === undefined ? [] : [`exchange ${exchange.number}: ${fault}`];
  });
  const more = faults.length > shownFaultsMax ? `, and ${faults.length - shownFaultsMax} more` : "";
  scene.must(faults.length === 0, `${faults.slice(0, shownFaultsMax).join("; ")}${more}`);
  scene.note(`looked at ${looked.length} exchanges`);
};

const shownFaultsMax = 3;

const seenCharactersMax = 2_000;

/** A text of the bank must not look like a line of the report, nor hide the others. */
const inOneLine = (text: string): string => {
  const line = text.slice(0, seenCharactersMax).replaceAll("\r", " ").replaceAll("\n", " ");
  return text.length <= seenCharactersMax ? line : `${line}…`;
};
