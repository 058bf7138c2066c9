import type { ScaStatus } from "@varde/protocol";

/** An approval to wait for, which may be given before the PSU returns. */
export interface AwaitedApproval {
  /** Whether the PSU has approved, here or elsewhere. */
  isApproved(): Promise<boolean>;
  /** Reads the status of the SCA; absent if the bank does not provide it. */
  readScaStatus?: (() => Promise<ScaStatus>) | undefined;
  /** Printed when the wait is interrupted: what exists, and how to see it. */
  readonly interruptedNote: string;
}

/** Takes a PSU through SCA. */
export interface Approver {
  /** Where the bank sends the PSU afterwards. */
  readonly redirectUri: string;
  /** Resolves with the address the PSU returned to, or undefined if the PSU approved elsewhere. */
  approve(scaRedirect: string, approval?: AwaitedApproval): Promise<string | undefined>;
  close(): void;
}
