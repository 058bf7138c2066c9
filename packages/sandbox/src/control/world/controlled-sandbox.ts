import type { RunningBank, WorldId } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import type { CertificateAuthority } from "../../certificate-authority/index.ts";
import type { DataParts } from "../../data-operations/data-parts.ts";
import type { DataSet } from "../../data-set/index.ts";
import type { Figures } from "../../requests/figures.ts";
import type { Journal } from "../../requests/journal.ts";
import type { RequestFacts } from "../../requests/request-facts.ts";
import type { RequestLog } from "../../requests/request-log.ts";
import type { SeenCertificates } from "../../requests/seen-certificates.ts";
import type { Scenarios } from "../../scenarios/scenarios.ts";
import type { StoredTpps } from "../../signing-desk/stored-tpps.ts";
import type { WorldSnapshots } from "../../snapshots/world-snapshots.ts";
import type { WorldData } from "../../world-data.ts";
import type { SandboxWorlds, WorldClock } from "../../worlds/index.ts";
import type { World } from "../../worlds/world.ts";
import type { BankGroup } from "./bank-group.ts";

/** The parts of a sandbox that the control API uses. */
export interface ControlledSandbox extends RunningBank, WorldData {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly dataSet: DataSet;
  /** The banks of this process, this one included. */
  readonly group: BankGroup;
  readonly authority: CertificateAuthority;
  readonly storedTpps: StoredTpps;
  readonly dataParts: Omit<DataParts, "worldId">;
  readonly figures: Figures;
  readonly certificates: SeenCertificates;
  readonly clock: WorldClock;
  readonly scenarioTable: Scenarios;
  readonly snapshotTable: WorldSnapshots;
  readonly requestLog: RequestLog;
  readonly requestFacts: RequestFacts;
  readonly journal: Journal;
  readonly controlToken: string | undefined;
  /** Number of event streams that may be open at a time. */
  readonly eventStreamsMax: number;
  listWorlds(): Promise<readonly World[]>;
  /** Returns a text that changes when a world is opened or deleted. */
  countWorlds(): Promise<string>;
  setProfiles: SandboxWorlds["setProfiles"];
  /** Resets a world to the initial data set, without payments, consents and sessions. */
  initializeWorld(worldId: WorldId): Promise<void>;
  /** Records that a world is used, so that it does not expire. */
  useWorld(worldId: WorldId): Promise<boolean>;
  /** Deletes a world except its PSU-IDs. Returns false if there is no such world. */
  deleteWorld(worldId: WorldId): Promise<boolean>;
}
