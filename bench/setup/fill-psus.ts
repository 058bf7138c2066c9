import type { SandboxPlace } from "../servers/start-sandbox.ts";
import { openFiller } from "./open-filler.ts";

export const accountsPerPsu = 2;
/** An even number, so that the debits and credits of an account cancel out. */
const transactionsPerAccount = 40;
const dayMs = 24 * 60 * 60_000;

/** The first group of digits in the ids of each kind of row, so that no two kinds share an id. */
const idKinds = {
  person: 1,
  customer: 2,
  agreement: 3,
  account: 4,
  engagement: 5,
  transaction: 6,
  psu: 7,
  session: 8,
  consent: 9,
} as const;

type IdKind = keyof typeof idKinds;

/** Returns the id of a filled row. Rows of each kind are numbered from 1. */
export const psuRowId = (kind: IdKind, number: number): string =>
  `0190000${idKinds[kind]}-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** Returns the customer number with which a filled PSU identifies. */
export const psuCustomerNumber = (number: number): string => `77${String(number).padStart(9, "0")}`;

/** SQL for the same id. */
const idText = (kind: IdKind, number: string): string =>
  `'0190000${idKinds[kind]}-0000-7000-8000-' || ${digits(number, 12)}`;

const digits = (number: string, count: number): string =>
  `substr(cast(cast(1${"0".repeat(count)} as bigint) + ${number} as text), 2)`;

const texts = JSON.stringify({
  creditor: { name: "Blåbærsyltetøy AS", bban: "86011117947" },
  remittanceUnstructured: ["Faktura 4711"],
  bankTransactionCode: "PMNT-ICDT-DMCT",
  proprietaryBankTransactionCode: "Betaling",
});

/**
 * Adds PSUs to the bank's only world. Each has two accounts with transactions of the last 90 days,
 * a consent for the bank's only TPP to read them, and a session that started now. The bank must not
 * be running.
 */
export const fillPsus = async (place: SandboxPlace, count: number): Promise<void> => {
  const filler = await openFiller(place);
  const now = Date.now();
  await filler.run([...directoryRows(count), ...ledgerRows(count), ...accessRows(count, now)]);
  await filler.close();
};

/** Selects one row per PSU `n`, with the world and the TPP. */
const perPsu = (count: number, columns: string): string =>
  `with recursive c(n) as (
      select cast(1 as bigint) union all select n + 1 from c where n < ${count})
    select ${columns} from c, tpp`;

/** Selects one row per account `m`, with its PSU `n`, the world and the TPP. */
const perAccount = (count: number, columns: string, more = "", from = ""): string =>
  `with recursive m(m) as (
      select cast(1 as bigint) union all select m + 1 from m where m < ${count * accountsPerPsu}),
    c(n, m) as (select (m - 1) / ${accountsPerPsu} + 1, m from m)${more}
    select ${columns} from c, tpp${from}`;

const name = "'PSU ' || cast(n as text)";

const directoryRows = (count: number): readonly string[] => [
  `insert into sandbox_person (world_id, person_id, customer_number, name)
    ${perPsu(count, `world_id, ${idText("person", "n")}, '77' || ${digits("n", 9)}, ${name}`)}`,
  `insert into sandbox_customer (world_id, customer_id, person_id, customer_type, name, is_seeded)
    ${perPsu(
      count,
      `world_id, ${idText("customer", "n")}, ${idText("person", "n")}, 'PRIVATE', ${name}, 0`,
    )}`,
  `insert into sandbox_agreement (world_id, agreement_id, owner_id, person_id, context, name)
    ${perPsu(
      count,
      `world_id, ${idText("agreement", "n")}, ${idText("customer", "n")},
        ${idText("person", "n")}, 'PRIVATE', ${name}`,
    )}`,
  `insert into sandbox_engagement (world_id, engagement_id, agreement_id, person_id, account_id,
      may_view, may_register)
    ${perAccount(
      count,
      `world_id, ${idText("engagement", "m")}, ${idText("agreement", "n")},
        ${idText("person", "n")}, ${idText("account", "m")}, 1, 1`,
    )}`,
];

const ledgerRows = (count: number): readonly string[] => {
  const days = Array.from({ length: transactionsPerAccount }, (_, at) => {
    const day = new Date(Date.now() - (2 * at + 2) * dayMs).toISOString().slice(0, 10);
    return `(${at + 1}, '${day}')`;
  });
  const perTransaction = (columns: string) =>
    perAccount(count, columns, `, days(t, day) as (values ${days.join(", ")})`, ", days");
  const transactionId = idText("transaction", `((m - 1) * ${transactionsPerAccount} + t)`);
  return [
    `insert into ledger_account (world_id, id, owner_id, kind, bban, iban, bic, currency, name,
        product, cash_account_type, attributes, credit_line_minor, booked_minor, reserved_minor,
        payable, opened_at, changed_at, closed_at)
      ${perAccount(
        count,
        `world_id, ${idText("account", "m")}, ${idText("customer", "n")}, 'current',
          '9992' || ${digits("m", 7)}, null, null, 'NOK', 'Brukskonto', '', 'CACC', '{}', 0, 0, 0,
          1, 0, 0, null`,
      )}`,
    `insert into ledger_transaction (world_id, id, kind, booking_date, value_date, booked_at,
        instruction_id, original_currency, original_minor, rate_ppm, texts)
      ${perTransaction(
        `world_id, ${transactionId}, 'history', day, day, 0, null, null, null, null, '${texts}'`,
      )}`,
    `insert into ledger_posting (world_id, account_id, booking_date, transaction_id, currency,
        amount_minor)
      ${perTransaction(
        `world_id, ${idText("account", "m")}, day, ${transactionId}, 'NOK',
          case when t % 2 = 1 then -(1000 + t) else 999 + t end`,
      )}`,
    `insert into ledger_day (world_id, account_id, booking_date, postings)
      ${perTransaction(`world_id, ${idText("account", "m")}, day, 1`)}`,
  ];
};

const accessRows = (count: number, now: number): readonly string[] => [
  `insert into psu_identifier (psu_id, tpp_id, world_id, person_id)
    ${perPsu(count, `${idText("psu", "n")}, tpp_id, world_id, ${idText("person", "n")}`)}`,
  `insert into session (world_id, tpp_id, person_id, session_id, context, agreement_id,
      authenticated_at, ended_at)
    ${perPsu(
      count,
      `world_id, tpp_id, ${idText("person", "n")}, ${idText("session", "n")}, 'PRIVATE', null,
        ${now}, null`,
    )}`,
  `insert into consent (consent_id, world_id, tpp_id, tpp_name, brand, person_id, agreement_id,
      granted_at, renewed_at)
    ${perPsu(
      count,
      `${idText("consent", "n")}, world_id, tpp_id, 'Bench TPP', null, ${idText("person", "n")},
        ${idText("agreement", "n")}, ${now}, ${now}`,
    )}`,
  `insert into consent_account (world_id, consent_id, account_id, granted_at)
    ${perAccount(count, `world_id, ${idText("consent", "n")}, ${idText("account", "m")}, ${now}`)}`,
];
