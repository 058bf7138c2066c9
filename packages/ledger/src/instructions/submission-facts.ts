import assert from "node:assert/strict";
import { addMinor, knownMinor } from "@varde/protocol/money";
import {
  type AccountId,
  type Fragment,
  inList,
  perEngine,
  type RecordOf,
  rowsOfEach,
  type Statement,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { type Account, accountTable } from "../accounts/account.ts";
import {
  anyAmountMinor,
  type CounterpartyTerms,
  counterpartyTable,
} from "../clearing/counterparty.ts";
import {
  instructionTable,
  type LedgerInstruction,
  type LedgerOutcome,
  outcomeFields,
  refusalTable,
} from "./instruction.ts";

const knownInstructions = instructionTable.pick(
  ...outcomeFields,
  "amountMinor",
  "currency",
  "kind",
  "debitAccountId",
  "texts",
);
export interface KnownInstruction extends RecordOf<typeof knownInstructions> {}

interface RecordedRefusal {
  readonly attempt: bigint;
  readonly outcome: Extract<LedgerOutcome, { readonly status: "no-funds" | "refused" }>;
}

/**
 * The facts that decide what happens to a list of instructions. The accounts stay locked until the
 * unit ends, and include the effects of the earlier instructions of the list.
 */
export interface SubmissionFacts {
  readonly known: ReadonlyMap<string, KnownInstruction>;
  readonly refusals: ReadonlyMap<string, RecordedRefusal>;
  findDebtor(instruction: LedgerInstruction): Account | undefined;
  findCreditor(instruction: LedgerInstruction): Account | undefined;
  findCounterparty(instruction: LedgerInstruction): CounterpartyTerms | undefined;
  change(
    accountId: AccountId,
    by: { readonly bookedMinor?: bigint; readonly reservedMinor?: bigint },
  ): void;
}

export function* readFacts(instructions: readonly LedgerInstruction[]): Unit<SubmissionFacts> {
  const [first] = instructions;
  assert.ok(first !== undefined, "a submission has at least one instruction");
  const { worldId } = first;
  const ids = inList(instructions.map(({ id }) => id));
  // Accounts come first: once they are locked, a concurrent copy of an instruction has ended and
  // its result is visible.
  const [accounts = [], known = [], refusals = [], counterparties = []] = yield* rowsOfEach(
    selectAccounts(worldId, instructions),
    selectKnown(worldId, ids),
    selectRefusals(worldId, ids),
    selectCounterparties(worldId, instructions),
  );
  return buildFacts(
    accounts.map(accountTable.read),
    known.map(knownInstructions.read),
    refusals.map(refusalTable.read),
    counterparties.map(counterpartyTable.read),
  );
}

function buildFacts(
  allAccounts: readonly Account[],
  known: readonly KnownInstruction[],
  refusals: readonly RecordOf<typeof refusalTable>[],
  counterparties: readonly RecordOf<typeof counterpartyTable>[],
): SubmissionFacts {
  const accounts = new Map<AccountId, Account>();
  const idByNumber = new Map<string, AccountId>();
  for (const account of allAccounts) {
    if (account.closedAt !== null) continue;
    accounts.set(account.id, account);
    if (account.bban !== null) idByNumber.set(account.bban, account.id);
    if (account.iban !== null) idByNumber.set(account.iban, account.id);
  }
  const byNumber = (number: string | undefined) => {
    const id = number === undefined ? undefined : idByNumber.get(number);
    return id === undefined ? undefined : accounts.get(id);
  };
  const behaviours = new Map(
    counterparties.map((one) => [`${one.accountNumber} ${one.amountMinor}`, one]),
  );
  return {
    known: new Map(known.map((one) => [one.instructionId, one])),
    refusals: new Map(refusals.map((one) => [one.instructionId, readRefusal(one)])),
    findDebtor: ({ debtor }) =>
      "accountId" in debtor ? accounts.get(debtor.accountId) : byNumber(debtor.bban),
    findCreditor: (instruction) => {
      const { bban, iban } = instruction.creditor;
      const account = byNumber(bban ?? iban);
      return account !== undefined && isOurAccount(account, instruction) ? account : undefined;
    },
    findCounterparty: ({ creditor, amountMinor }) => {
      if (behaviours.size === 0) return undefined;
      // An account number takes precedence over "*", and an exact amount over any amount.
      for (const number of [creditor.bban, creditor.iban, "*"]) {
        if (number === undefined) continue;
        const found =
          behaviours.get(`${number} ${amountMinor}`) ??
          behaviours.get(`${number} ${anyAmountMinor}`);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    change: (accountId, { bookedMinor = 0n, reservedMinor = 0n }) => {
      const account = accounts.get(accountId);
      if (account === undefined) return;
      accounts.set(accountId, {
        ...account,
        bookedMinor: knownMinor(addMinor(account.bookedMinor, bookedMinor)),
        reservedMinor: knownMinor(addMinor(account.reservedMinor, reservedMinor)),
      });
    },
  };
}

/**
 * Returns whether the creditor has the account with this number. A BBAN of a cross-border payment
 * with a BIC only counts if the BIC is the bank's own.
 */
function isOurAccount({ bic }: Account, { kind, creditor }: LedgerInstruction): boolean {
  const isAnyBank = creditor.bban === undefined || creditor.bic === undefined;
  return kind !== "cross-border" || isAnyBank || bankCode(creditor.bic) === bankCode(bic);
}

/**
 * Returns the part of a BIC that identifies the bank; the last three characters identify a branch.
 */
function bankCode(bic: string | null = null): string {
  return (bic ?? "").slice(0, 8);
}

function readRefusal(refusal: RecordOf<typeof refusalTable>): RecordedRefusal {
  const { attempt, status, reason, ...ids } = refusal;
  const outcome =
    status === "no-funds" || reason === ""
      ? ({ status: "no-funds", ...ids } as const)
      : ({ status, reason, ...ids } as const);
  return { attempt, outcome };
}

/**
 * Selects the accounts of the instructions. PostgreSQL locks them in the order of their ids, so
 * that two payments cannot deadlock.
 */
function selectAccounts(worldId: WorldId, instructions: readonly LedgerInstruction[]): Statement {
  const ids = new Set<string>();
  const numbers = new Set<string>();
  for (const { debtor, creditor } of instructions) {
    if ("accountId" in debtor) ids.add(debtor.accountId);
    else numbers.add(debtor.bban);
    if (creditor.bban !== undefined) numbers.add(creditor.bban);
    if (creditor.iban !== undefined) numbers.add(creditor.iban);
  }
  const idList = JSON.stringify([...ids]);
  const numberList = JSON.stringify([...numbers]);
  // Combining the three conditions with "or" would make SQLite scan all accounts of the world.
  return perEngine({
    sqlite: sql`select * from ledger_account
      where world_id = ${worldId} and id in (
        select value from json_each(${idList})
        union all
        select id from ledger_account
        where world_id = ${worldId} and bban in (select value from json_each(${numberList}))
        union all
        select id from ledger_account
        where world_id = ${worldId} and iban in (select value from json_each(${numberList})))`,
    postgres: sql`select * from ledger_account
      where world_id = ${worldId} and id = any(array(
        select json_array_elements_text(cast(${idList} as json))
        union all
        select id from ledger_account
        where world_id = ${worldId} and bban = any(array(
          select json_array_elements_text(cast(${numberList} as json))))
        union all
        select id from ledger_account
        where world_id = ${worldId} and iban = any(array(
          select json_array_elements_text(cast(${numberList} as json))))))
      order by id for update`,
  });
}

function selectKnown(worldId: WorldId, ids: Fragment): Statement {
  return sql`select ${knownInstructions.columns} from ledger_instruction
    where world_id = ${worldId}
      and id ${ids}`;
}

function selectRefusals(worldId: WorldId, ids: Fragment): Statement {
  return sql`select * from ledger_refusal
    where world_id = ${worldId}
      and instruction_id ${ids}`;
}

function selectCounterparties(
  worldId: WorldId,
  instructions: readonly LedgerInstruction[],
): Statement {
  const numbers = new Set(["*"]);
  for (const { creditor } of instructions) {
    if (creditor.bban !== undefined) numbers.add(creditor.bban);
    if (creditor.iban !== undefined) numbers.add(creditor.iban);
  }
  return sql`select * from ledger_counterparty
    where world_id = ${worldId}
      and account_number ${inList([...numbers])}`;
}
