import { openStorage, run } from "@varde/storage";
import { aMigratedDatabase } from "@varde/testkit/storage";
import type { Bank } from "../../src/bank.ts";
import { bankMigrations } from "../../src/migrations/index.ts";
import type { PsuDirectory } from "../../src/ports/psu-directory.ts";
import { randomIds } from "../../src/ports/random-ids.ts";
import type {
  ApprovalSubject,
  BeginningSca,
  ScaAttempt,
  ScaBeginning,
  ScaCallback,
  ScaMethod,
  ScaResult,
} from "../../src/ports/sca-method.ts";
import { type PendingProof, type Sca, scaTable } from "../../src/records/sca.ts";
import { UnopenedScas } from "../../src/request/unopened-scas.ts";
import { readSca, type StoredSca } from "../../src/sca/sca-store.ts";
import { aStoredSca } from "../a-stored-sca.ts";

/** An eID whose next results the test decides. */
class ScriptedEid implements ScaMethod {
  isForm = true;
  begins: ScaBeginning = { kind: "page" };
  result: ScaResult = { kind: "failed", because: "invalid", reason: "the test set no result" };
  readonly begun: { readonly sca: BeginningSca; readonly subject: ApprovalSubject | undefined }[] =
    [];
  readonly finished: { readonly sca: ScaAttempt; readonly callback: ScaCallback }[] = [];

  usesForm(): boolean {
    return this.isForm;
  }

  async begin(sca: BeginningSca, subject: ApprovalSubject | undefined): Promise<ScaBeginning> {
    this.begun.push({ sca, subject });
    return this.begins;
  }

  async finish(sca: ScaAttempt, callback: ScaCallback): Promise<ScaResult> {
    this.finished.push({ sca, callback });
    return this.result;
  }

  /** Makes the next proofs those of this person. */
  proves(personId: string): void {
    this.result = { kind: "proven", personId, evidence: { method: "test-eid", at: 5 } };
  }
}

export const aPending: PendingProof = {
  step: "identify",
  kind: "redirect",
  kept: "kept",
  locale: "nb",
  accountIds: [],
};

/** Kari acts for herself and for a company; Ola only for himself; Nils is not a customer. */
export const karisAgreements = [
  { agreementId: "karis-own", context: "PRIVATE", name: "Kari", accountIds: ["a1"] },
  { agreementId: "karis-firm", context: "CORPORATE", name: "Karis AS", accountIds: ["a2"] },
] as const;
const olasAgreements = [
  { agreementId: "olas-own", context: "PRIVATE", name: "Ola", accountIds: ["a3"] },
] as const;

const psuDirectory: PsuDirectory = {
  findPerson: async () => undefined,
  readPerson: async (_worldId, personId) => ({ personId, name: personId }),
  listAgreements: async (_worldId, personId) =>
    personId === "kari" ? karisAgreements : personId === "ola" ? olasAgreements : [],
  mayUseAccount: async () => true,
};

/** The parts of a bank that an SCA needs, on SQLite, with a clock that the test sets. */
export const openScaBank = async () => {
  const { location } = await aMigratedDatabase("sqlite", bankMigrations);
  const storage = await openStorage({ location, migrations: bankMigrations });
  const clock = { now: 1_000 };
  const eid = new ScriptedEid();
  const logged: object[] = [];
  const log = (fields: object) => void logged.push(fields);
  const ended: boolean[] = [];
  const bank = {
    storage,
    psuDirectory,
    scaMethod: eid,
    ids: randomIds,
    clock: { now: async () => clock.now, machineNow: () => clock.now },
    configuration: { publicUrl: "https://bank.example", mode: "production", appApproval: true },
    interventions: {
      onScaEnded: (_sca: object, fault?: object) => void ended.push(fault === undefined),
    },
    log: { warn: log, error: log },
    unopenedScas: new UnopenedScas(10),
  } as unknown as Bank;
  return {
    bank,
    clock,
    eid,
    logged,
    /** For each SCA that ended, whether the PSU approved. */
    ended,
    read: (scaId: string) => storage.read(() => readSca(scaId)),
    store: async (changes: Partial<Sca> = {}): Promise<StoredSca> => {
      const record = aStoredSca({ createdAt: clock.now, touchedAt: clock.now, ...changes });
      await storage.write(() => run(scaTable.insert(record)));
      return (await storage.read(() => readSca(record.scaId))) as StoredSca;
    },
    [Symbol.asyncDispose]: () => storage.close(),
  };
};

export type ScaBank = Awaited<ReturnType<typeof openScaBank>>;
