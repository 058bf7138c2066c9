import type { TppMessageCode } from "@varde/protocol";

/** How an SCA ended, as the PSU sees it. */
export const scaOutcomes = [
  "approved",
  "waits-for-others",
  "nothing-chosen",
  "refused",
  "timed-out",
  "blocked",
  "changed",
  "not-yours",
  "prepare-only",
  "over-limit",
  "signed-already",
  "no-funds",
  "not-made",
  "failed",
] as const;
export type ScaOutcome = (typeof scaOutcomes)[number];

/** Why an SCA failed, as the redirect reports it to the TPP. */
export interface ScaFault {
  readonly system: "sca" | "core-bank";
  readonly code: TppMessageCode;
  readonly message: string;
  /** Outcome that the PSU sees, if it does not follow from the code. */
  readonly outcome?: ScaOutcome;
  /** The scenario of a sandbox that made the SCA fail. */
  readonly scenario?: string;
}
