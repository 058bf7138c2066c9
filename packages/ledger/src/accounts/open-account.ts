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
import type { AccountKind } from "./account.ts";
import { internalAccountId } from "./internal-account.ts";

export interface AccountToOpen {
  readonly worldId: WorldId;
  readonly id: string;
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

/** Opens an account with its opening balance. */
export const openAccount = (
  storage: Storage,
  account: AccountToOpen,
  at: bigint,
): Promise<LedgerRefusal | undefined> => storage.write(() => accountOpening(account, at));

/** Opens an account as part of a larger unit, which a refusal undoes. */
export function* accountOpening(
  account: AccountToOpen,
  at: bigint,
): Unit<undefined, LedgerRefusal> {
  const openingMinor = account.openingMinor ?? 0n;
  const creditLineMinor = account.creditLineMinor ?? 0n;
  if (creditLineMinor < 0n || openingMinor + creditLineMinor < 0n) {
    yield* undo(startsBelowCreditLine);
  }
  yield* numberIsFree(account);
  yield* run(
    sql`insert into ledger_account (world_id, id, owner_id, kind, bban, iban, bic, currency,
        name, product, cash_account_type, attributes, credit_line_minor, booked_minor,
        reserved_minor, payable, opened_at, changed_at, closed_at)
      values (${account.worldId}, ${account.id}, ${account.ownerId}, ${account.kind},
        ${account.bban ?? null}, ${account.iban ?? null}, ${account.bic ?? null},
        ${account.currency}, ${account.name}, ${account.product ?? ""},
        ${account.cashAccountType ?? ""}, ${JSON.stringify(account.attributes ?? {})},
        ${creditLineMinor}, ${openingMinor}, 0, ${(account.isPayable ?? true) ? 1 : 0}, ${at},
        ${at}, null)`,
    ...openingStatements(account, openingMinor, at),
  );
  return undefined;
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
