import {
  type AccountId,
  one,
  run,
  type Storage,
  sql,
  type Unit,
  undo,
  type WorldId,
} from "@varde/storage";
import { openingDate } from "../constants.ts";
import type { LedgerRefusal } from "../ledger-refusal.ts";
import { type Account, type AccountKind, accountTable } from "./account.ts";
import { internalAccountId } from "./internal-account.ts";

export interface AccountToOpen {
  readonly worldId: WorldId;
  readonly id: AccountId;
  readonly ownerId: string;
  readonly kind: AccountKind;
  readonly bban?: string;
  readonly iban?: string;
  readonly bic?: string;
  readonly currency: string;
  readonly name: string;
  readonly product?: string;
  readonly cashAccountType?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly creditLineMinor?: bigint;
  /** Booked on the opening day against the bank's equity; not listed as a transaction. */
  readonly openingMinor?: bigint;
  readonly isPayable?: boolean;
}

const accountDefaults = {
  bban: null,
  iban: null,
  bic: null,
  product: "",
  cashAccountType: "",
  attributes: {},
  isPayable: true,
};

/** Opens an account with its opening balance. */
export const openAccount = (
  storage: Storage,
  account: AccountToOpen,
  at: bigint,
): Promise<LedgerRefusal | undefined> =>
  storage.write(function* () {
    yield* accountOpening(account, at);
    return undefined;
  });

/** Opens an account as part of a larger unit, which a refusal undoes. Returns the new account. */
export function* accountOpening(account: AccountToOpen, at: bigint): Unit<Account, LedgerRefusal> {
  const openingMinor = account.openingMinor ?? 0n;
  const creditLineMinor = account.creditLineMinor ?? 0n;
  if (creditLineMinor < 0n || openingMinor + creditLineMinor < 0n) {
    yield* undo(startsBelowCreditLine);
  }
  yield* numberIsFree(account);
  const opened: Account = {
    ...accountDefaults,
    ...account,
    creditLineMinor,
    bookedMinor: openingMinor,
    reservedMinor: 0n,
    openedAt: at,
    changedAt: at,
    closedAt: null,
  };
  yield* run(accountTable.insert(opened), ...openingStatements(account, openingMinor, at));
  return opened;
}

const startsBelowCreditLine: LedgerRefusal = {
  refused: "below-credit-line",
  text: "An account cannot be opened with a balance below its credit line.",
};

const numberTaken: LedgerRefusal = {
  refused: "number-taken",
  text: "Another open account already has this BBAN or IBAN.",
};

/**
 * Inserts an opening transaction even for a zero balance, because loaded history adjusts it later.
 */
function openingStatements(account: AccountToOpen, openingMinor: bigint, at: bigint) {
  const { worldId, id, currency } = account;
  const transactionId = openingTransactionId(id);
  return [
    sql`insert into ledger_transaction (world_id, id, kind, booking_date, value_date, booked_at,
        instruction_id, original_currency, original_minor, rate_ppm, texts)
      values (${worldId}, ${transactionId}, 'opening', ${openingDate}, ${openingDate}, ${at},
        null, null, null, null, '{}')`,
    sql`insert into ledger_posting (world_id, account_id, booking_date, transaction_id, currency,
        amount_minor)
      values (${worldId}, ${id}, ${openingDate}, ${transactionId}, ${currency}, ${openingMinor}),
        (${worldId}, ${internalAccountId("equity", currency)}, ${openingDate}, ${transactionId},
        ${currency}, ${-openingMinor})`,
  ];
}

export function openingTransactionId(accountId: AccountId): string {
  return `opening:${accountId}`;
}

function* numberIsFree(account: AccountToOpen): Unit<void, LedgerRefusal> {
  const taken = yield* one<{ id: string }>(
    sql`select id from ledger_account
      where world_id = ${account.worldId} and bban = ${account.bban ?? null}
      union all
      select id from ledger_account
      where world_id = ${account.worldId} and iban = ${account.iban ?? null}`,
  );
  if (taken !== undefined) {
    yield* undo(numberTaken);
  }
}
