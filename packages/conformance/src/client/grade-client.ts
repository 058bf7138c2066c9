import { countOf } from "@varde/protocol";
import { etiquetteChecks } from "./checks/etiquette-checks.ts";
import { robustnessChecks } from "./checks/robustness-checks.ts";
import { securityChecks } from "./checks/security-checks.ts";
import {
  appliesTo,
  type ClientArea,
  type ClientCheck,
  type ClientProfile,
  type Observation,
  type ObservedClient,
} from "./observed/client-check.ts";
import { type ClientFact, startOver } from "./observed/request-facts.ts";
import type { ClientTrap } from "./traps/client-trap.ts";
import { paymentTraps } from "./traps/payment-traps.ts";
import { requestTraps } from "./traps/request-traps.ts";

/** Situations that are brought about on purpose, one at a time. */
export const clientTraps: readonly ClientTrap[] = [...requestTraps, ...paymentTraps];

/** Every check of a client: those of recorded traffic, and the traps. */
export const clientChecks: readonly ClientCheck[] = [
  ...securityChecks,
  ...robustnessChecks,
  ...etiquetteChecks,
  ...clientTraps,
];

export const clientResults = ["passed", "failed", "warning", "not-seen", "waiting"] as const;
export type ClientResult = (typeof clientResults)[number];

/** The judgement of one check. */
export interface GradedCheck {
  readonly id: string;
  readonly area: ClientArea;
  readonly rules: readonly string[];
  readonly level: "must" | "should";
  readonly says: string;
  readonly result: ClientResult;
  /** Sentence about what was seen. */
  readonly seen: string;
  /** Numbers of the requests that show it, the latest first, at most five. */
  readonly requests: readonly number[];
  /** Advice on this result; none if it passed. */
  readonly todo?: string;
}

/** The judgement of a client. */
export interface ClientGrade {
  readonly profile: ClientProfile;
  readonly isReady: boolean;
  /** `Ready`, or `Not ready: 2 required checks failed, 3 required checks not seen`. */
  readonly verdict: string;
  readonly requests: number;
  /** Machine time of the first and the last fact, in epoch milliseconds. */
  readonly from?: number;
  readonly until?: number;
  readonly checks: readonly GradedCheck[];
}

const evidenceMax = 5;

/**
 * Judges a client by the facts about its requests. Facts before the last `start-over` mark do not
 * count.
 *
 * @example
 * const { verdict, checks } = gradeClient(facts, "pisp", Date.now());
 */
export const gradeClient = (
  facts: readonly ClientFact[],
  profile: ClientProfile,
  now: number,
): ClientGrade => {
  const client = observe(facts, now);
  const checks = clientChecks
    .filter((check) => appliesTo(check, profile))
    .map((check) => gradeCheck(check, check.observe(client)));
  const musts = checks.filter(({ level }) => level === "must");
  const failed = musts.filter(({ result }) => result === "failed").length;
  const unseen = musts.filter(({ result }) => result === "not-seen" || result === "waiting").length;
  const [first] = client.facts;
  const last = client.facts.at(-1);
  return {
    profile,
    isReady: failed === 0 && unseen === 0,
    verdict: formatVerdict(failed, unseen),
    requests: client.requests.length,
    ...(first !== undefined && last !== undefined && { from: first.at, until: last.at }),
    checks,
  };
};

const observe = (every: readonly ClientFact[], now: number): ObservedClient => {
  const start = every.findLastIndex((fact) => fact.kind === "mark" && fact.mark === startOver);
  const facts = every.slice(start + 1);
  return {
    facts,
    requests: facts.filter((fact) => fact.kind === "request"),
    scas: facts.filter((fact) => fact.kind === "sca"),
    marks: facts.filter((fact) => fact.kind === "mark"),
    now,
  };
};

const formatVerdict = (failed: number, unseen: number): string => {
  const reasons = [
    ...(failed > 0 ? [`${countOf(failed, "required check")} failed`] : []),
    ...(unseen > 0 ? [`${countOf(unseen, "required check")} not seen`] : []),
  ];
  return reasons.length === 0 ? "Ready" : `Not ready: ${reasons.join(", ")}`;
};

const gradeCheck = (check: ClientCheck, observation: Observation): GradedCheck => {
  const { id, area, rules, level, says, fix, toSee } = check;
  const { faults, waitsFor } = observation;
  const result = findResult(check, observation);
  const arm = area === "traps" ? "Arm the trap. " : "";
  const todos = { failed: fix, warning: fix, "not-seen": arm + toSee, waiting: toSee };
  const todo = result === "passed" ? undefined : todos[result];
  return {
    id,
    area,
    rules,
    level,
    says,
    result,
    seen: describeSeen(observation, result, waitsFor),
    requests: faults.slice(-evidenceMax).map(({ number }) => number),
    ...(todo !== undefined && { todo }),
  };
};

const findResult = (
  { level }: ClientCheck,
  { looked, faults, waitsFor }: Observation,
): ClientResult => {
  if (faults.length > 0) return level === "must" ? "failed" : "warning";
  if (waitsFor !== undefined) return "waiting";
  return looked === 0 ? "not-seen" : "passed";
};

const describeSeen = (
  { looked, faults }: Observation,
  result: ClientResult,
  waitsFor: string | undefined,
): string => {
  const latest = faults.at(-1);
  if (latest !== undefined) {
    const more = faults.length > 1 ? `, and ${faults.length - 1} more` : "";
    return `request ${latest.number}: ${latest.text}${more}`;
  }
  if (waitsFor !== undefined) return `waiting for ${waitsFor}`;
  return result === "not-seen" ? "the situation did not arise" : `${looked} looked at`;
};
