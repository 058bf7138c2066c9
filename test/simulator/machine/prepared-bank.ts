import { DatabaseSync } from "node:sqlite";
import type { WorldId } from "@varde/bank";
import { type Certificate, isInvalid, readCertificatePem } from "@varde/protocol";
import { type CertificateAuthority, seededIds, startBank, type TestBank } from "@varde/sandbox";
import { all, type Engine, run, sql } from "@varde/storage";
import { pooledRsaKeys } from "@varde/testkit/keys";
import {
  databaseFromTemplate,
  type FreshDatabase,
  freshDatabase,
  runOnServer,
} from "@varde/testkit/postgres";

export const bankOwner = { bankId: "sandbox", mode: "production" } as const;

/** A TPP that the bank knows. */
export interface TppIdentity {
  readonly name: string;
  readonly tppId: string;
  readonly certificate: Certificate;
}

/** The database that every simulation starts with, and the TPPs that it knows. */
export interface PreparedBank {
  readonly database: PreparedDatabase;
  readonly worldId: WorldId;
  readonly authority: CertificateAuthority;
  readonly tpps: readonly TppIdentity[];
}

type PreparedDatabase =
  | { readonly engine: "sqlite"; readonly image: Uint8Array }
  | { readonly engine: "postgres"; readonly copy: () => Promise<FreshDatabase> };

const tppNames = ["Alfa", "Beta", "Gamma"];

/**
 * Prepares a bank in production mode with the people of the data set in one world. Their history is
 * left out, so that the books can be checked after every step.
 */
export const prepareBank = async (engine: Engine): Promise<PreparedBank> => {
  const server = engine === "postgres" ? await freshDatabase() : undefined;
  const bank = await startBank({
    location:
      server === undefined
        ? { engine: "sqlite", memory: true }
        : { engine: "postgres", url: server.url },
    ids: seededIds(0),
    isolation: "shared",
    hasBackgroundJobs: false,
    makeRsaKeyPair: async (modulusLength) => pooledRsaKeys(modulusLength),
    bank: { ...bankOwner },
  });
  const tpps: (TppIdentity & { readonly worldId: WorldId })[] = [];
  for (const [index, name] of tppNames.entries()) {
    const { certificatePem } = await bank.authority.issueTppCertificate({
      name,
      organisationNumber: `31000000${index}`,
      roles: ["PSP_PI", "PSP_AI"],
      kind: "working",
    });
    const certificate = readCertificatePem(certificatePem);
    if (isInvalid(certificate)) throw new Error(certificate.reason);
    const { tppId, worldId } = await bank.identifyTpp(certificate);
    tpps.push({ name, tppId, worldId, certificate });
  }
  const worldId = tpps[0]?.worldId ?? "";
  await bank.copyDataSet(worldId);
  await deleteHistory(bank, worldId);
  const image = bank.storage.image?.();
  await bank.close();
  const { authority } = bank;
  if (server !== undefined) {
    return { database: await prepareTemplate(server.url), worldId, authority, tpps };
  }
  if (image === undefined) throw new Error("This Node cannot copy a database in memory.");
  return { database: { engine: "sqlite", image: compact(image) }, worldId, authority, tpps };
};

/** Adds to tables that grow the number of each row, which SQLite has by itself. */
const prepareTemplate = async (url: string): Promise<PreparedDatabase> => {
  for (const table of ["event", "payment", "ledger_transaction"]) {
    await runOnServer(url, `alter table ${table} add column rowid bigserial`);
  }
  const name = new URL(url).pathname.slice(1);
  return { engine: "postgres", copy: () => databaseFromTemplate(async () => name) };
};

/** Deletes the transactions before the simulation, and the template that the world is a copy of. */
const deleteHistory = async ({ storage, ledger }: TestBank, worldId: WorldId): Promise<void> => {
  for (const { id } of await ledger.listWorldAccounts(worldId)) {
    await ledger.deleteHistory(worldId, id);
  }
  const templates = await storage.read(() =>
    all<{ template_id: WorldId }>(sql`select template_id from sandbox_template`),
  );
  for (const { template_id } of templates) {
    await ledger.deleteWorld(template_id);
    await storage.write(() =>
      run(sql`delete from sandbox_template where template_id = ${template_id}`),
    );
  }
};

/** Leaves out the pages that are no longer used: the image is copied for every seed and crash. */
const compact = (image: Uint8Array): Uint8Array => {
  const database = new DatabaseSync(":memory:");
  database.deserialize(image);
  database.exec("vacuum");
  const compacted = database.serialize();
  database.close();
  return compacted;
};
