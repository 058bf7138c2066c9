/** The decisions that a check asks of the PSU. */
export interface ScaWish {
  readonly decision: "approve" | "refuse";
  /** Whether the PSU acts privately or for the company of the configuration. */
  readonly context: "PRIVATE" | "CORPORATE";
  /** The accounts to select; all of them if left out. */
  readonly accounts?: readonly ScaAccount[];
}

/** An account as the PSU and the interface name it. */
export interface ScaAccount {
  readonly id: string;
  /** The account number that the bank's pages show; unknown for some accounts. */
  readonly number?: string | undefined;
}

/** Names an account as the bank's pages do. */
export const shownNumber = ({ id, number }: ScaAccount): string => number ?? id;

/** Takes a PSU through the bank's SCA, by hand or by a program. */
export interface ScaDriver {
  /**
   * Completes the SCA behind a link and returns the address that the PSU was redirected to. A
   * driver that waits for a person stops waiting when the signal aborts.
   */
  complete(scaRedirect: string, wish: ScaWish, signal?: AbortSignal): Promise<URL>;
  close(): Promise<void>;
}

/** The SCA could not be completed; checks that need it are not proven. */
export class ScaNotCompleted extends Error {}
