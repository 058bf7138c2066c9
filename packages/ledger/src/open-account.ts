import { addMinor, knownMinor } from "@varde/protocol/money";
import {
  type AccountId,
  one,
  run,
  type Statement,
  type Storage,
  sql,
  type Unit,
  undo,
  type WorldId,
} from "@varde/storage";
import { type Account, type AccountKind, accountTable } from "./accounts/account.ts";
import { openingDate } from "./constants.ts";
import { balanceTooLarge, type LedgerRefusal } from "./ledger-refusal.ts";
import { equityStatements } from "./transactions/post-transactions.ts";
import { openingTransactionId, withoutExchange } from "./transactions/transaction.ts";

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
  const openingMinor = addMinor(account.openingMinor ?? 0n);
  const creditLineMinor = addMinor(account.creditLineMinor ?? 0n);
  if (typeof openingMinor === "string" || typeof creditLineMinor === "string") {
    return yield* undo(balanceTooLarge);
  }
  const availableMinor = addMinor(openingMinor, creditLineMinor);
  if (typeof availableMinor === "string") return yield* undo(balanceTooLarge);
  if (creditLineMinor < 0n || availableMinor < 0n) yield* undo(startsBelowCreditLine);
  yield* numberIsFree(account);
  const opened: Account = {
    ...accountDefaults,
    ...account,
    creditLineMinor,
    bookedMinor: openingMinor,
    reservedMinor: knownMinor(addMinor()),
    openedAt: at,
    changedAt: at,
    closedAt: null,
  };
  yield* run(accountTable.insert(opened), ...openingStatements(opened, at));
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
function openingStatements(account: Account, at: bigint): Statement[] {
  const { worldId, id: accountId, bookedMinor } = account;
  const record = {
    worldId,
    id: openingTransactionId(accountId),
    kind: "opening",
    bookingDate: openingDate,
    valueDate: openingDate,
    bookedAt: at,
    instructionId: null,
    ...withoutExchange,
    texts: {},
  } as const;
  return equityStatements(account, record, bookedMinor);
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
