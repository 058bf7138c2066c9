import type { TppMessageCode } from "@varde/protocol";

/** How an SCA ended, as the PSU is told. */
export const scaOutcomes = [
  "approved",
  "nothing-chosen",
  "refused",
  "timed-out",
  "blocked",
  "changed",
  "not-yours",
  "no-funds",
  "not-made",
  "failed",
] as const;
export type ScaOutcome = (typeof scaOutcomes)[number];

/** Why an SCA did not end well, as the TPP is told in the redirect. */
export interface ScaFault {
  readonly system: "sca" | "core-bank";
  readonly code: TppMessageCode;
  readonly message: string;
  /** What the PSU is told, where the code alone would tell them something else. */
  readonly outcome?: ScaOutcome;
}
