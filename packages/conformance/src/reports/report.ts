import type { CheckGroup, Settings } from "../checks/check.ts";
import type { Exchange } from "../wire/exchange.ts";

/** Results, from the one to look at first to the one to look at last. */
export const resultKinds = [
  "failed",
  "not proven",
  "blocked",
  "warning",
  "variant",
  "skipped",
  "passed",
] as const;
export type ResultKind = (typeof resultKinds)[number];

/** How a check knows that its result means something. */
export type ControlKind = "twin" | "baseline" | "preconditions" | "exchanges" | "none";

/** The result of one check. All texts are redacted. */
export interface CheckReport {
  readonly id: string;
  readonly group: CheckGroup;
  readonly rules: readonly string[];
  readonly level: "must" | "should" | "variant";
  readonly says: string;
  readonly result: ResultKind;
  /** The evidence; for a failure, what is wrong. */
  readonly seen: string;
  readonly control: { readonly kind: ControlKind; readonly exchange?: number | undefined };
  /** Numbers of the exchanges of this check. */
  readonly exchanges: readonly number[];
  readonly ms: number;
  /** The answer of a variant. */
  readonly variant?: {
    readonly answer: string;
    /** Whether Varde does the same by default. */
    readonly isUsual: boolean;
    /** The settings that imitate it; without any, nothing can. */
    readonly settings?: Settings;
  };
  /** The reason and the end of an expected failure; set by `applyExpectations`. */
  readonly expected?: string;
  readonly until?: string;
}

/** Payments and baskets that the run made. */
export interface MadeCounts {
  readonly made: number;
  readonly deleted: number;
  /** Self paths of what could not be deleted. */
  readonly left: readonly string[];
  /** Payments that the PSU was asked to approve. */
  readonly approved: number;
}

/** Everything about one run, redacted: writers of reports need nothing else. */
export interface BankReport {
  readonly suite: string;
  /** The release of the interface that the checks are about. */
  readonly interface: string;
  readonly bank: string;
  readonly startedAt: string;
  readonly ms: number;
  /** Whether the run was interrupted: checks that had not ended are blocked. */
  readonly interrupted: boolean;
  readonly requests: number;
  readonly counts: Readonly<Record<ResultKind, number>>;
  readonly money: MadeCounts;
  readonly checks: readonly CheckReport[];
  readonly imitation: Imitation;
  readonly exchanges: readonly Exchange[];
}

/** The configuration of a sandbox that behaves like the bank, and what no setting imitates. */
export interface Imitation {
  readonly settings: Settings;
  readonly notImitated: readonly { readonly check: string; readonly seen: string }[];
}

/** Counts the results. */
export const countResults = (
  checks: readonly Pick<CheckReport, "result">[],
): Readonly<Record<ResultKind, number>> => {
  const counts = Object.fromEntries(resultKinds.map((kind) => [kind, 0])) as Record<
    ResultKind,
    number
  >;
  for (const { result } of checks) counts[result] += 1;
  return counts;
};
