/** Takes a PSU through SCA. */
export interface Approver {
  /** Where the bank shall send the PSU afterwards. */
  readonly redirectUri: string;
  /** Answers the address the PSU came back to. */
  approve(scaRedirect: string): Promise<string>;
  close(): void;
}
