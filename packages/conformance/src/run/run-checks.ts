import type { BankToCheck, CheckOptions } from "../bank-to-check.ts";
import { type Check, type Flow, type GateId, gateIds } from "../checks/check.ts";
import { type BankReport, type CheckReport, countResults } from "../reports/report.ts";
import { interfaceRelease, suiteVersion } from "../suite.ts";
import { checksPerBaseline, kindsWithoutControl, sendBaseline, withdraw } from "./baseline.ts";
import { eachAtMost } from "./each-at-most.ts";
import { createGates } from "./gates.ts";
import { imitate } from "./imitate.ts";
import { isChosen } from "./needs.ts";
import { openRun, type Run } from "./run.ts";
import { reportUnrun, runCheck } from "./run-check.ts";

const checksAtATime = 4;

/** Hears about the progress of a run. */
export interface CheckListener {
  /** Receives, before the first request, a function that lists what is made and not deleted. */
  onStart?: (left: () => readonly string[]) => void;
  /** Receives each check as soon as its result is certain. */
  onReport?: (report: CheckReport) => void;
}

/**
 * Checks a bank: the gates; twins, sweeps and variants, a few at a time because they are
 * independent; flows one after another, those that end sessions, change consent or use up quotas
 * last; passive checks over everything that was sent; then the cleanup. If the run is interrupted,
 * the checks that have not ended are blocked, and the cleanup follows at once.
 */
export const runChecks = async (
  checks: readonly Check[],
  bank: BankToCheck,
  options: CheckOptions,
  { onStart = () => {}, onReport = () => {} }: CheckListener = {},
): Promise<BankReport> => {
  const startedAt = new Date();
  const started = performance.now();
  const run = openRun(bank, options);
  onStart(() => run.made.left());
  const reports: CheckReport[] = [];
  let interrupted = false;
  const add = (...more: readonly CheckReport[]): void => {
    for (const report of more) {
      reports.push(report);
      onReport(report);
    }
  };
  const chosen = checks.filter((check) => isChosen(check, options.only));
  try {
    const shut = await passGates(run, add);
    const open = chosen.filter((check) => {
      const gate = shut !== undefined && isBehind(check, shut) ? shut : undefined;
      if (gate !== undefined) add(reportUnrun(run, check, "blocked", `${gate} failed`));
      return gate === undefined;
    });
    await runInParallel(run, open.filter(isIndependent), add);
    for (const flow of inOrder(open)) add(await runCheck(run, flow));
    for (const check of open) if (check.kind === "passive") add(await runCheck(run, check));
    interrupted = options.signal?.aborted === true;
  } finally {
    // A request that is still under way may create something.
    await Promise.allSettled(run.pending);
    await run.made.deleteAll(
      (request) => run.send("cleanup", request),
      (psuId = "") =>
        run.sessions.get(psuId) ?? (psuId === run.psu?.id ? run.psu.session : undefined),
    );
    run.wire.close();
  }
  const ordered = inOrderOf(reports, checks);
  return {
    suite: suiteVersion,
    interface: interfaceRelease,
    bank: bank.address.href,
    startedAt: startedAt.toISOString(),
    ms: Math.round(performance.now() - started),
    interrupted,
    requests: run.exchanges.length,
    counts: countResults(ordered),
    money: run.made.counts(),
    checks: ordered,
    imitation: imitate(ordered, bank.address),
    exchanges: run.exchanges.map((exchange) => run.redactor.exchange(exchange)),
  };
};

/** Runs the gates until one fails, and returns the failed one. */
const passGates = async (
  run: Run,
  add: (report: CheckReport) => void,
): Promise<GateId | undefined> => {
  let shut: GateId | undefined;
  for (const gate of createGates(run)) {
    const report =
      shut === undefined
        ? await runCheck(run, gate)
        : reportUnrun(run, gate, "blocked", `${shut} failed`);
    add(report);
    if (report.result !== "passed" && report.result !== "blocked") shut ??= gate.id;
  }
  return shut;
};

const isBehind = ({ gate = "gate-payment" }: Check, shut: GateId): boolean =>
  gateIds.indexOf(gate) >= gateIds.indexOf(shut);

const isIndependent = ({ kind }: Check): boolean => ["twin", "sweep", "variant"].includes(kind);

/** Runs independent checks in groups. Each group lies between two accepted baselines. */
const runInParallel = async (
  run: Run,
  checks: readonly Check[],
  add: (...reports: readonly CheckReport[]) => void,
): Promise<void> => {
  for (let from = 0; from < checks.length; from += checksPerBaseline) {
    const group = checks.slice(from, from + checksPerBaseline);
    const kinds = kindsWithoutControl(group);
    const before = await sendBaseline(run, kinds);
    const reports: CheckReport[] = [];
    await eachAtMost(checksAtATime, group, async (check) => {
      reports.push(await runCheck(run, check));
    });
    const refused = before ?? (await sendBaseline(run, kinds));
    const certain = refused === undefined ? reports : withdraw(run, reports, refused);
    add(...inOrderOf(certain, group));
  }
};

const phases = ["usual", "sessions", "consent", "quota", "clock"] as const;

const inOrder = (checks: readonly Check[]): readonly Flow[] =>
  checks
    .filter((check) => check.kind === "flow")
    .toSorted(
      (one, other) => phases.indexOf(one.phase ?? "usual") - phases.indexOf(other.phase ?? "usual"),
    );

/** Sorts reports as the checks are listed, the gates first. */
const inOrderOf = (
  reports: readonly CheckReport[],
  checks: readonly Check[],
): readonly CheckReport[] => {
  const places = new Map<string, number>(checks.map(({ id }, place) => [id, place]));
  return reports.toSorted(
    (one, other) => (places.get(one.id) ?? -1) - (places.get(other.id) ?? -1),
  );
};
