import type { RunningBank } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { CertificateAuthority } from "../certificate-authority/index.ts";

/** What the control API works on. */
export interface ControlledSandbox extends RunningBank {
  readonly ledger: Ledger;
  readonly authority: CertificateAuthority;
  readonly controlToken: string | undefined;
  listWorlds(): Promise<readonly { readonly worldId: string; readonly name: string }[]>;
}
