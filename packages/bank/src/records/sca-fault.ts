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

/** How an SCA ended: the way back to the TPP follows from it. */
export interface EndedSca {
  readonly fault?: ScaFault;
  /** Outcome that the PSU sees, if it is not "approved" and does not follow from the fault. */
  readonly outcome?: ScaOutcome;
}

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
