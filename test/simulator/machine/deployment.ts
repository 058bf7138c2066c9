import { type CoreBank, type Ids, openBankStorage } from "@varde/bank";
import { createLedger, defaultFeeTable, defaultRateTable, type Ledger } from "@varde/ledger";
import { type CertificateAuthority, createSandboxParts, everyMigration } from "@varde/sandbox";
import type { Storage } from "@varde/storage";
import type { FreshDatabase } from "@varde/testkit/postgres";
import type { BankProcess } from "./bank-process.ts";
import { FaultyStorage } from "./faulty-storage.ts";
import { Host, Life } from "./life.ts";
import type { Machine } from "./machine.ts";
import { outsideStorage } from "./outside-storage.ts";
import { bankOwner, type PreparedBank } from "./prepared-bank.ts";

/** The database and the ledger without faults, for the invariants. */
export interface AuditedBank {
  readonly storage: Storage;
  readonly books: Pick<Ledger, "checkBooks">;
}

/** The hosts of a bank and what they share: the database, and a core bank that outlives them. */
export interface Deployment {
  readonly hosts: readonly Host[];
  /** Opens the database for a process that starts. */
  openStorage(): Promise<Storage>;
  /** Ends a process. What it has committed stays. */
  end(process: BankProcess): Promise<void>;
  audit(process: BankProcess): AuditedBank;
  /** The core bank and the process that it runs as, for the given process of the bank. */
  coreBank(process: BankProcess): { readonly coreBank: CoreBank; readonly life: Life };
  close(): Promise<void>;
}

/** Opens what the hosts share, as the prepared bank left it: two hosts on PostgreSQL, else one. */
export const openDeployment = async (
  { database, authority }: PreparedBank,
  machine: Machine,
  ids: Ids,
): Promise<Deployment> =>
  database.engine === "sqlite"
    ? onSqlite(database.image, machine, ids)
    : onPostgres(await machine.time.runOutside(database.copy), authority, machine, ids);

/** The database is in the memory of the process, and copied when it dies. */
const onSqlite = (prepared: Uint8Array, machine: Machine, ids: Ids): Deployment => {
  let image = prepared;
  return {
    hosts: [new Host("bank")],
    openStorage: () => {
      const location = { engine: "sqlite", memory: true, image } as const;
      return openBankStorage(
        { location, migrations: everyMigration, ...ofTime(machine) },
        bankOwner,
      );
    },
    end: async (process) => {
      const left = process.storage.image?.();
      if (left === undefined) throw new Error("This Node cannot copy a database in memory.");
      image = left;
      await process.die();
    },
    audit: ({ storage }) => auditedBank(storage, ids),
    coreBank: ({ coreBank, life }) => ({ coreBank, life }),
    close: async () => {},
  };
};

const onPostgres = async (
  database: FreshDatabase,
  authority: CertificateAuthority,
  machine: Machine,
  ids: Ids,
): Promise<Deployment> => {
  const { time } = machine;
  const openStorage = async () => {
    const location = { engine: "postgres", url: database.url } as const;
    const options = { location, migrations: everyMigration, connectionsMax: 2, ...ofTime(machine) };
    const storage = await time.runOutside(() => openBankStorage(options, bankOwner));
    return outsideStorage(storage, time);
  };
  const storage = await openStorage();
  const audited = auditedBank(storage, ids);
  const life = new Life(new Host("core bank"));
  const reliable = new FaultyStorage(storage, machine, life, true);
  const { coreBank } = createSandboxParts(reliable, authority, { ids, isolation: "shared" }).ports;
  return {
    hosts: [new Host("first"), new Host("second")],
    openStorage,
    end: (process) => process.die(),
    audit: () => audited,
    coreBank: () => ({ coreBank, life }),
    close: async () => {
      await storage.close();
      await time.runOutside(() => database.drop());
    },
  };
};

const auditedBank = (storage: Storage, ids: Ids): AuditedBank => ({
  storage,
  books: createLedger({ storage, ids, fees: defaultFeeTable, rates: defaultRateTable }),
});

/** The database has the true time. */
const ofTime = ({ time }: Machine) => ({ now: () => time.nowMs });
