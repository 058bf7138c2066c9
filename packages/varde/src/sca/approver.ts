import type { ScaStatus } from "@varde/protocol";
import type { Invocation } from "../command.ts";
import { nextCommand } from "../options.ts";

/** An approval to wait for, which may be given before the PSU returns. */
export interface AwaitedApproval {
  /** Whether the PSU has approved, here or elsewhere. */
  isApproved(): Promise<boolean>;
  /** Reads the status of the SCA; absent if the bank does not provide it. */
  readScaStatus?: (() => Promise<ScaStatus>) | undefined;
  /** Printed when the wait is interrupted: what exists, and how to see it. */
  readonly interruptedNote: readonly string[];
}

/** Takes a PSU through SCA. */
export interface Approver {
  /** Where the bank sends the PSU afterwards. */
  readonly redirectUri: string;
  /** Resolves with the address the PSU returned to, or undefined if the PSU approved elsewhere. */
  approve(scaRedirect: string, approval?: AwaitedApproval): Promise<string | undefined>;
  close(): void;
}

/** Returns what is printed when a wait for the PSU is interrupted, with commands to continue. */
export const describePending = (
  fact: string,
  id: string,
  invocation: Invocation,
): readonly string[] => [`${fact}. To see it, run`, `  ${nextCommand(invocation, "status", id)}`];

/** Returns the same for what `varde approve` can approve. */
export const describeUnapproved = (
  fact: string,
  id: string,
  invocation: Invocation,
): readonly string[] => [
  ...describePending(fact, id, invocation),
  "To approve it without a browser (sandbox only), run",
  `  ${nextCommand(invocation, "approve", id)}`,
];

interface StartedSca {
  readonly _links?: Readonly<Record<string, { readonly href: string } | undefined>>;
}

/** Returns a function that reads the status of a started SCA, if the response links to it. */
export const scaStatusReader = <Status>(
  started: object,
  read: (authorisationId: string) => Promise<{ readonly scaStatus: Status }>,
): (() => Promise<Status>) | undefined => {
  const { _links }: StartedSca = started;
  const id = _links?.scaStatus?.href.split("/").at(-1);
  return id === undefined ? undefined : async () => (await read(id)).scaStatus;
};
