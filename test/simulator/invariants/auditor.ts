import type { CoreBank, WorldId } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import type { Facts } from "../actors/facts.ts";
import type { CompanyMandates } from "../machine/company-mandates.ts";
import { acknowledgedExists, type CreatedPayments } from "./acknowledged-exists.ts";
import { consentsFollowTheirLog, type LoggedConsents } from "./consents-follow-their-log.ts";
import { moneyMovesOnce } from "./money-moves-once.ts";
import { type Histories, paymentsFollowTheTable } from "./payments-follow-the-table.ts";
import { peopleAreSeparate } from "./people-are-separate.ts";
import { SeenSignatures, signaturesSuffice } from "./signatures-suffice.ts";
import { type Snapshot, SnapshotReader } from "./snapshot.ts";
import { unitsAreWhole } from "./units-are-whole.ts";

/** Statuses in which a payment is not at its end, given enough bank days. */
const unfinished = new Set(["ACTC", "ACWC", "PDNG", "ACSP", "ACWP"]);

/** The database and the books of the process that runs now, without faults. */
export interface AuditedBank {
  readonly storage: Storage;
  readonly books: Pick<Ledger, "checkBooks">;
  readonly coreBank: Pick<CoreBank, "convertToNokMinor">;
}

/** Checks the invariants after every step, with the database and what the actors have seen. */
export class Auditor {
  readonly #facts: Facts;
  readonly #worldId: WorldId;
  readonly #mandates: CompanyMandates;
  readonly #reader = new SnapshotReader();
  readonly #histories: Histories = new Map();
  readonly #seen = new Set<string>();
  readonly #bookings = new Map<string, number>();
  readonly #created: CreatedPayments = new Map();
  readonly #consents: LoggedConsents = new Map();
  readonly #signatures = new SeenSignatures();

  constructor(facts: Facts, worldId: WorldId, mandates: CompanyMandates) {
    this.#facts = facts;
    this.#mandates = mandates;
    this.#worldId = worldId;
  }

  /** Returns the broken invariants. The books are added up only if they have changed. */
  async check(
    { storage, books, coreBank }: AuditedBank,
    written: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const snapshot = await this.#reader.read(storage, written);
    const hasBooked = [...written].some((change) => change.includes("ledger"));
    const company = { mandates: this.#mandates, toNokMinor: coreBank.convertToNokMinor };
    const faults = hasBooked ? await books.checkBooks(this.#worldId) : [];
    return [
      ...paymentsFollowTheTable(snapshot, this.#histories, this.#seen),
      ...moneyMovesOnce(snapshot, this.#bookings),
      ...unitsAreWhole(snapshot),
      ...signaturesSuffice(snapshot, this.#signatures, company),
      ...peopleAreSeparate(snapshot, this.#facts),
      ...consentsFollowTheirLog(snapshot, this.#consents, this.#facts),
      ...acknowledgedExists(snapshot, this.#created, this.#histories, this.#facts),
      ...faults.map(({ fault, subject }) => `${fault}: ${subject}`),
    ];
  }

  /** Returns the payments that still wait for signatures. */
  async listUnsigned({ storage }: AuditedBank): Promise<readonly string[]> {
    const { payments } = await this.#reader.read(storage, new Set());
    return [...payments.values()]
      .filter(({ status }) => status === "RCVD")
      .map(({ payment_id: id }) => `payment ${id} still waits for a signature`);
  }

  /** Returns what has not come to its end although nothing fails any more. */
  async listUnfinished({ storage }: AuditedBank): Promise<readonly string[]> {
    const { payments, queued } = await this.#reader.read(storage, new Set());
    return [
      ...[...payments.values()]
        .filter((payment) => unfinished.has(payment.status) && !isEnded(payment, payments))
        .map(({ payment_id: id, status }) => `payment ${id} stays ${status}`),
      ...[...queued].map((id) => `the instruction of ${id} stays in the outbox`),
    ];
  }
}

/** The status of a bulk is that of its parts. */
const isEnded = (
  { payment_id: id, service }: { readonly payment_id: string; readonly service: string },
  payments: Snapshot["payments"],
): boolean =>
  service === "bulk-payments" && [...payments.values()].some(({ parent_id }) => parent_id === id);
