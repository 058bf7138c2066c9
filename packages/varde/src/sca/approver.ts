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

/** Returns what is printed when a wait for the PSU is interrupted, with a command to see more. */
export const describePending = (fact: string, id: string, program: string): string =>
  `${fact}. To see it, run\n  ${program} status ${id}`;

interface StartedSca {
  readonly _links?: Readonly<Record<string, { readonly href: string } | undefined>>;
}

/** Returns a function that reads the status of a started SCA, if the response links to it. */
export const scaStatusReader = <Status>(
  started: StartedSca,
  read: (authorisationId: string) => Promise<{ readonly scaStatus: Status }>,
): (() => Promise<Status>) | undefined => {
  const id = started._links?.scaStatus?.href.split("/").at(-1);
  return id === undefined ? undefined : async () => (await read(id)).scaStatus;
};
