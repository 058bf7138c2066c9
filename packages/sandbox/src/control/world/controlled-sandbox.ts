import type { RunningBank } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import type { CertificateAuthority } from "../../certificate-authority/index.ts";
import type { RequestLog } from "../../requests/request-log.ts";
import type { Scenarios } from "../../scenarios/scenarios.ts";
import type { KeptTpps } from "../../signing-desk/kept-tpps.ts";
import type { WorldSnapshots } from "../../snapshots/world-snapshots.ts";
import type { WorldClock } from "../../worlds/index.ts";
import type { World } from "../../worlds/world.ts";

/** What the control API works on. */
export interface ControlledSandbox extends RunningBank {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly authority: CertificateAuthority;
  readonly keptTpps: KeptTpps;
  readonly clock: WorldClock;
  readonly scenarioTable: Scenarios;
  readonly snapshotTable: WorldSnapshots;
  readonly requestLog: RequestLog;
  readonly controlToken: string | undefined;
  listWorlds(): Promise<readonly World[]>;
  /** Back to the initial data set, without payments, consents and sessions. */
  initializeWorld(worldId: string): Promise<void>;
}
