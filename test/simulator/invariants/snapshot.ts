import { rowsOfEach, type Statement, type Storage, sql } from "@varde/storage";

export interface PaymentRow {
  readonly payment_id: string;
  readonly tpp_id: string;
  readonly person_id: string | null;
  readonly service: string;
  readonly status: string;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly debtor_account_id: string;
  readonly basket_id: string | null;
  readonly parent_id: string | null;
  readonly signatures_missing: bigint | null;
}

export interface EventRow {
  readonly at_row: bigint;
  readonly subject_id: string;
  readonly name: string;
  readonly detail: string | null;
}

export interface InstructionRow {
  readonly id: string;
  readonly status: string;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly unacknowledged: bigint;
}

export interface BookingRow {
  readonly at_row: bigint;
  readonly instruction_id: string;
}

export interface BodyRow {
  readonly at_row: bigint;
  readonly payment_id: string;
  readonly parent_id: string | null;
  readonly tpp_id: string;
  readonly body: string;
}

export interface BasketRow {
  readonly basket_id: string;
  readonly state: string;
  readonly payment_ids: string;
  readonly signed_at: bigint | null;
}

export interface ScaRow {
  readonly sca_id: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly person_id: string | null;
  readonly session_id: string;
  readonly channel: string;
}

export interface SignatureRow {
  readonly payment_id: string;
  readonly person_id: string;
  readonly sca_id: string;
  readonly signed_at: bigint;
  readonly counts: bigint;
}

export interface SigningDayRow {
  readonly person_id: string;
  readonly account_id: string;
  readonly day: string;
  readonly nok_minor: bigint;
}

export interface SessionRow {
  readonly session_id: string;
  readonly person_id: string;
}

export interface GrantedRow {
  readonly consent_id: string;
  readonly account_id: string;
}

/** The state of the database after a step; of what only grows, the part that is new. */
export interface Snapshot {
  readonly payments: ReadonlyMap<string, PaymentRow>;
  readonly newEvents: readonly EventRow[];
  readonly newBodies: readonly BodyRow[];
  readonly newBookings: readonly BookingRow[];
  readonly instructions: ReadonlyMap<string, InstructionRow>;
  readonly queued: ReadonlySet<string>;
  readonly baskets: readonly BasketRow[];
  readonly finalised: readonly ScaRow[];
  readonly signatures: readonly SignatureRow[];
  readonly signingDays: readonly SigningDayRow[];
  readonly sessions: readonly SessionRow[];
  readonly scheduled: ReadonlySet<string>;
  readonly newConsentEvents: readonly EventRow[];
  readonly granted: readonly GrantedRow[];
}

/** Reads snapshots: the tables that were changed, and of what only grows, the new rows. */
export class SnapshotReader {
  #event = 0n;
  #consentEvent = 0n;
  #body = 0n;
  #booking = 0n;
  readonly #rows = new Map<string, readonly unknown[]>();

  /** `written` lists changes as "update payment". */
  async read(storage: Storage, written: ReadonlySet<string>): Promise<Snapshot> {
    const tables = new Set([...written].map((change) => change.split(" ")[1]));
    const queries = Object.entries(this.#queries()).filter(
      ([name, [table]]) => tables.has(table) || !this.#rows.has(name),
    );
    const results = await storage.read(() =>
      rowsOfEach(...queries.map(([, [, statement]]) => statement)),
    );
    const fresh = new Set(queries.map(([name]) => name));
    for (const [index, [name]] of queries.entries()) this.#rows.set(name, results[index] ?? []);
    const rows = <R>(name: string) => (this.#rows.get(name) ?? []) as readonly R[];
    const added = <R>(name: string) => (fresh.has(name) ? rows<R>(name) : []);
    const newEvents = added<EventRow>("events");
    const newConsentEvents = added<EventRow>("consentEvents");
    const newBodies = added<BodyRow>("bodies");
    const newBookings = added<BookingRow>("bookings");
    this.#event = newEvents.at(-1)?.at_row ?? this.#event;
    this.#consentEvent = newConsentEvents.at(-1)?.at_row ?? this.#consentEvent;
    this.#body = newBodies.at(-1)?.at_row ?? this.#body;
    this.#booking = newBookings.at(-1)?.at_row ?? this.#booking;
    const ids = (name: string) => new Set(rows<PaymentRow>(name).map((row) => row.payment_id));
    return {
      payments: new Map(rows<PaymentRow>("payments").map((row) => [row.payment_id, row])),
      newEvents,
      newBodies,
      newBookings,
      instructions: new Map(rows<InstructionRow>("instructions").map((row) => [row.id, row])),
      queued: ids("queued"),
      baskets: rows<BasketRow>("baskets"),
      finalised: rows<ScaRow>("finalised"),
      signatures: rows<SignatureRow>("signatures"),
      signingDays: rows<SigningDayRow>("signingDays"),
      sessions: rows<SessionRow>("sessions"),
      scheduled: ids("scheduled"),
      newConsentEvents,
      granted: rows<GrantedRow>("granted"),
    };
  }

  #queries(): Readonly<Record<string, readonly [table: string, statement: Statement]>> {
    return {
      payments: [
        "payment",
        sql`select payment_id, tpp_id, person_id, service, status, amount_minor, currency,
          debtor_account_id, basket_id, parent_id, signatures_missing from payment`,
      ],
      events: [
        "event",
        sql`select rowid as at_row, subject_id, name, detail from event
          where rowid > ${this.#event} and subject_kind = 'payment' order by rowid`,
      ],
      bodies: [
        "payment",
        sql`select rowid as at_row, payment_id, parent_id, tpp_id, body from payment
          where rowid > ${this.#body} order by rowid`,
      ],
      bookings: [
        "ledger_transaction",
        sql`select rowid as at_row, instruction_id from ledger_transaction
          where rowid > ${this.#booking} and kind = 'payment' order by rowid`,
      ],
      instructions: [
        "ledger_instruction",
        sql`select id, status, amount_minor, currency, unacknowledged from ledger_instruction`,
      ],
      queued: ["outbox", sql`select payment_id from outbox`],
      baskets: ["basket", sql`select basket_id, state, payment_ids, signed_at from basket`],
      finalised: [
        "sca",
        sql`select sca_id, subject_kind, subject_id, person_id, session_id, channel from sca
          where status = 'finalised'`,
      ],
      signatures: [
        "payment_signature",
        sql`select payment_id, person_id, sca_id, signed_at, counts from payment_signature`,
      ],
      signingDays: [
        "signing_day",
        sql`select person_id, account_id, day, nok_minor from signing_day`,
      ],
      sessions: ["session", sql`select session_id, person_id from session`],
      consentEvents: [
        "event",
        sql`select rowid as at_row, subject_id, name, detail from event
          where rowid > ${this.#consentEvent} and subject_kind = 'consent' order by rowid`,
      ],
      granted: ["consent_account", sql`select consent_id, account_id from consent_account`],
      scheduled: ["periodic_schedule", sql`select payment_id from periodic_schedule`],
    };
  }
}
