import { type Violation, violationsMax } from "@varde/protocol";

/** Why a request is not served. Becomes an answer in `present-refusal.ts` and nowhere else. */
export interface Refusal {
  readonly violations: readonly [Violation, ...Violation[]];
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the PSU must go first. */
  readonly scaRedirect?: string;
  /** For the log; outside a sandbox it is never sent. */
  readonly logReason?: string;
  /** The text tells what the server computed; outside a sandbox only the stage is told. */
  readonly stage?: string;
}

export const refuse = (violation: Violation, more: Omit<Refusal, "violations"> = {}): Refusal => ({
  violations: [violation],
  ...more,
});

/** All faults of one stage together, or nothing. */
export const refuseAll = (violations: readonly Violation[]): Refusal | undefined => {
  if (violations.length === 0) return undefined;
  const [first, ...rest] = violations.slice(0, violationsMax) as [Violation, ...Violation[]];
  return { violations: [first, ...rest] };
};

export const isRefusal = (value: object): value is Refusal => "violations" in value;
