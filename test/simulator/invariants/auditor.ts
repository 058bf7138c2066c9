import type { WorldId } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import type { Facts } from "../actors/facts.ts";
import { acknowledgedExists, type CreatedPayments } from "./acknowledged-exists.ts";
import { consentsFollowTheirLog, type LoggedConsents } from "./consents-follow-their-log.ts";
import { moneyMovesOnce } from "./money-moves-once.ts";
import { type Histories, paymentsFollowTheTable } from "./payments-follow-the-table.ts";
import { peopleAreSeparate } from "./people-are-separate.ts";
import { type Snapshot, SnapshotReader } from "./snapshot.ts";
import { unitsAreWhole } from "./units-are-whole.ts";

/** Statuses in which a payment is not at its end, given enough bank days. */
const unfinished = new Set(["ACTC", "ACWC", "PDNG", "ACSP", "ACWP"]);

/** The database and the books of the process that runs now, without faults. */
export interface AuditedBank {
  readonly storage: Storage;
  readonly books: Pick<Ledger, "checkBooks">;
}

/** Checks the invariants after every step, with the database and what the actors have seen. */
export class Auditor {
  readonly #facts: Facts;
  readonly #worldId: WorldId;
  readonly #reader = new SnapshotReader();
  readonly #histories: Histories = new Map();
  readonly #seen = new Set<string>();
  readonly #bookings = new Map<string, number>();
  readonly #created: CreatedPayments = new Map();
  readonly #consents: LoggedConsents = new Map();

  constructor(facts: Facts, worldId: WorldId) {
    this.#facts = facts;
    this.#worldId = worldId;
  }

  /** Returns the broken invariants. The books are added up only if they have changed. */
  async check(
    { storage, books }: AuditedBank,
    written: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const snapshot = await this.#reader.read(storage, written);
    const hasBooked = [...written].some((change) => change.includes("ledger"));
    const faults = hasBooked ? await books.checkBooks(this.#worldId) : [];
    return [
      ...paymentsFollowTheTable(snapshot, this.#histories, this.#seen),
      ...moneyMovesOnce(snapshot, this.#bookings),
      ...unitsAreWhole(snapshot),
      ...peopleAreSeparate(snapshot, this.#facts),
      ...consentsFollowTheirLog(snapshot, this.#consents, this.#facts),
      ...acknowledgedExists(snapshot, this.#created, this.#histories, this.#facts),
      ...faults.map(({ fault, subject }) => `${fault}: ${subject}`),
    ];
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
