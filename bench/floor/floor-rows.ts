import type { Creation } from "./creation-rows.ts";

/** A read of balances or transactions, as the floor needs it. */
export interface AccountRead {
  readonly accountId: string;
  readonly kind: "balances" | "transactions";
  readonly psuId: string;
  /** Present if the PSU is; otherwise the call counts against the limit of the day. */
  readonly sessionId: string | undefined;
}

export type FloorRow = Readonly<Record<string, string | bigint | null>>;

export interface AccountRows {
  readonly account: FloorRow;
  readonly transactions: readonly FloorRow[];
  readonly total: string;
}

/** The database of a floor. */
export interface FloorRows {
  /** Stores a creation durably and returns whether its request id was new. */
  store(creation: Creation): Promise<boolean>;
  readStatus(paymentId: string): Promise<string | undefined>;
  /** Returns undefined if the read is not allowed. */
  readAccount(read: AccountRead): Promise<AccountRows | undefined>;
}

const dayMs = 24 * 60 * 60_000;
const sessionMs = 60 * 60_000;
const listedDays = 90;

/**
 * The statements behind reads, with the same rows and indexes as the bank's own. Each parameter is
 * used once, in order, so that `?` can replace it.
 */
export const readStatements = {
  world: "select world_id from tpp limit 1",
  status: "select status from payment where payment_id = $1",
  /** The consent to read this account, of a PSU who still has it. */
  consent: `select c.consent_id from psu_identifier p
    join consent c
      on c.tpp_id = p.tpp_id and c.world_id = p.world_id and c.person_id = p.person_id
    join consent_account a on a.consent_id = c.consent_id
    join sandbox_engagement e on e.world_id = c.world_id and e.agreement_id = c.agreement_id
      and e.person_id = c.person_id and e.account_id = a.account_id
    where p.psu_id = $1 and a.account_id = $2`,
  session: `select s.authenticated_at from psu_identifier p
    join session s on s.tpp_id = p.tpp_id and s.person_id = p.person_id
    where p.psu_id = $1 and s.session_id = $2 and s.ended_at is null`,
  /** Changes no row if four calls were made in the last 24 hours. */
  count: `insert into unattended_access (world_id, consent_id, account_id, kind, first_at,
      second_at, third_at, last_at) values ($1, $2, $3, $4, 0, 0, 0, $5)
    on conflict (consent_id, account_id, kind) do update set
      first_at = unattended_access.second_at, second_at = unattended_access.third_at,
      third_at = unattended_access.last_at, last_at = excluded.last_at
    where unattended_access.first_at <= excluded.last_at - ${dayMs}`,
  account: `select bban, currency, booked_minor, reserved_minor, credit_line_minor, changed_at
    from ledger_account where world_id = $1 and id = $2 and closed_at is null`,
  transactions: `select t.id, p.booking_date, t.value_date, p.amount_minor, p.currency, t.texts
    from (
      select world_id, booking_date, transaction_id, amount_minor, currency from ledger_posting
      where world_id = $1 and account_id = $2 and booking_date >= $3
      order by booking_date desc, transaction_id desc limit 201
    ) as p
    join ledger_transaction t on t.world_id = p.world_id and t.id = p.transaction_id
    order by p.booking_date desc, p.transaction_id desc`,
  total: `select cast(coalesce(sum(postings), 0) as bigint) as total from ledger_day
    where world_id = $1 and account_id = $2 and booking_date >= $3`,
} as const;

export type ReadName = keyof typeof readStatements;

export const firstListedDay = (now: number): string =>
  new Date(now - listedDays * dayMs).toISOString().slice(0, 10);

export const isSessionValid = (row: FloorRow | undefined, now: number): boolean =>
  row !== undefined && now - Number(row.authenticated_at) <= sessionMs;
