// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts to find.
import type { Edit } from "../mutant.ts";

/**
 * Takes away a guard that matters only beside another world, version or process, or after a lost
 * response. `test` is the file that must fail.
 */
export interface GuardMutant extends Edit {
  readonly guard: string;
  readonly test: string;
}

type GuardRow = readonly [guard: string, file: string, find: string, replace: string, test: string];

const payments = "bank/src/payments";
const overlap = "test/overlap";
const calls = "test/conformance/calls-without-the-psu.test.ts";
const outOfFunds = "test/conformance/payments-without-funds.test.ts";

const rows: readonly GuardRow[] = [
  [
    "a refused call uses up the quota of no account",
    "bank/src/accounts/count-unattended-call.ts",
    "yield* undo({ exceeded });",
    "return { exceeded };",
    calls,
  ],
  [
    "no SCA starts for a used X-Request-ID",
    "bank/src/respond-once.ts",
    "const stored = isRepeatable",
    "await refusal.startSca?.();\n  const stored = isRepeatable",
    "test/conformance/request-ids.test.ts",
  ],
  [
    "the payments of a basket are not those of all",
    `${payments}/baskets/member-store.ts`,
    "basket_id = ${basketId} and status = 'PDNG'",
    "basket_id = ${basketId} or status = 'PDNG'",
    "test/conformance/signing-baskets.test.ts",
  ],
  [
    "a statement of the bank has its scope",
    "bank/src/operations/stored-data/erase-person.ts",
    "delete from session where world_id = ${worldId} and person_id",
    "delete from session where person_id",
    "test/attacks/erased-person.test.ts",
  ],
  [
    "a statement of the ledger has its scope",
    "ledger/src/transactions/post-transactions.ts",
    "where world_id = ${account.worldId} and id = ${account.id}",
    "where id = ${account.id}",
    outOfFunds,
  ],
  [
    "a statement of the sandbox has its scope",
    "sandbox/src/scenarios/stored-scenarios.ts",
    "run(sql`delete from sandbox_scenario where world_id = ${worldId}`)",
    "run(sql`delete from sandbox_scenario`)",
    "packages/sandbox/test/scenarios/scenarios.test.ts",
  ],
  [
    "a statement of the storage has its scope",
    "storage/src/tables/world-table.ts",
    'where ?? "world_id = ?"',
    'where ?? "(world_id = ? or true)"',
    "packages/storage/test/tables/world-table.test.ts",
  ],
  [
    "the lease of a batch is renewed",
    `${payments}/execute/hold-lease.ts`,
    'renew().catch((error: unknown) => log.warn({ err: error }, "lease renewal failed"));',
    "void renew;\n    void log;",
    `${overlap}/sqlite-batches.test.ts`,
  ],
  [
    "a lease is renewed before it expires",
    `${payments}/execute/hold-lease.ts`,
    "leaseMs / renewalsPerLease",
    "leaseMs * renewalsPerLease",
    `${overlap}/sqlite-batches.test.ts`,
  ],
  [
    "the lease of an instruction is renewed",
    `${payments}/execute/deliver-payments.ts`,
    "whileRenewed(paymentIds, bank, () => deliverClaimed(paymentIds, now, bank))",
    "deliverClaimed(paymentIds, now, bank)",
    `${overlap}/sqlite-deliveries.test.ts`,
  ],
  [
    "two processes do not run one batch",
    `${payments}/batches/batch-store.ts`,
    "and batch.claimed_until <= ${databaseNow}`",
    "`",
    `${overlap}/sqlite-batches.test.ts`,
  ],
  [
    "two processes do not deliver one instruction",
    `${payments}/execute/outbox-store.ts`,
    "from outbox where claimed_until <= ${databaseNow}",
    "from outbox where true",
    `${overlap}/sqlite-deliveries.test.ts`,
  ],
  [
    "a schedule that another process has advanced is left alone",
    `${payments}/batches/create-executions.ts`,
    "if (!(yield* advanceSchedule(due, after))) return;",
    "yield* advanceSchedule(due, after);",
    `${overlap}/sqlite-batches.test.ts`,
  ],
  [
    "the database refuses a second execution of a date",
    "bank/src/migrations/029-one-execution-a-day.ts",
    "create unique index",
    "create index",
    "packages/bank/test/payments/batches/create-executions.test.ts",
  ],
  [
    "approvals at the same time do not exceed the limit of the day",
    `${payments}/signature-store.ts`,
    "where signing_day.nok_minor = ${before}`",
    "`",
    `${overlap}/sqlite-companies.test.ts`,
  ],
  [
    "a return that two processes receive is applied once",
    `${payments}/execute/collect-outcomes.ts`,
    "outcome === undefined || isReturnedAlready(payment, outcome)",
    "outcome === undefined",
    `${overlap}/sqlite-companies.test.ts`,
  ],
  [
    "a payment that changed after it was shown is not cancelled",
    `${payments}/cancel/cancellation-subject.ts`,
    " || paymentHash(payment) !== sca.subjectHash",
    "",
    `${overlap}/sqlite-cancellation.test.ts`,
  ],
  [
    "a payment that is executed is not reported as cancelled",
    `${payments}/cancel/cancellation-subject.ts`,
    "if (blocking !== undefined) yield* undo(tooLateFault(blocking));",
    "if (blocking !== undefined) return;",
    `${overlap}/sqlite-cancellation.test.ts`,
  ],
];

export const guardMutants: readonly GuardMutant[] = rows.map(
  ([guard, file, find, replace, test]) => ({ guard, file, find, replace, test }),
);
