import type { ScaStatus } from "@varde/protocol";

/** What the PSU is to approve, for a wait that may end without them. */
export interface Approval {
  /** Whether the bank has the PSU's word, wherever it was given. */
  isGiven(): Promise<boolean>;
  /** How the bank says the SCA stands; left out where it does not say. */
  readScaStatus?: (() => Promise<ScaStatus>) | undefined;
  /** What is there when the wait is broken off, and how to see it. */
  readonly leftBehind: string;
}

/** Takes a PSU through SCA. */
export interface Approver {
  /** Where the bank shall send the PSU afterwards. */
  readonly redirectUri: string;
  /** Answers the address the PSU came back to; none if it was approved and nobody came back. */
  approve(scaRedirect: string, approval?: Approval): Promise<string | undefined>;
  close(): void;
}
