import { type Violation, violationsMax } from "@varde/protocol";

/** Why a request is refused. Only `present-refusal.ts` turns it into a response. */
export interface Refusal {
  readonly violations: readonly [Violation, ...Violation[]];
  readonly headers?: Readonly<Record<string, string>>;
  /** Link of the SCA that the PSU must complete first. */
  readonly scaRedirect?: string;
  /**
   * Starts this SCA and returns its link, once it is certain that the caller receives this refusal
   * and not the stored response of an earlier request.
   */
  readonly startSca?: () => Promise<string>;
  /** Reason for the log; only a sandbox sends it. */
  readonly logReason?: string;
  /** For a failure of the bank: the system that failed, for the figures for the regulator. */
  readonly source?: string;
  /** Stage of the signature check that failed; in production the text is not sent, only this. */
  readonly stage?: string;
}

export const refuse = (violation: Violation, more: Omit<Refusal, "violations"> = {}): Refusal => ({
  violations: [violation],
  ...more,
});

/** Refuses with all violations of one check, or returns undefined if there are none. */
export const refuseAll = (violations: readonly Violation[]): Refusal | undefined => {
  if (violations.length === 0) return undefined;
  const [first, ...rest] = violations.slice(0, violationsMax);
  return first && { violations: [first, ...rest] };
};

export const isRefusal = (value: object): value is Refusal => "violations" in value;
