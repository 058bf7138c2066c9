import type { AcceptFix, CardTransaction } from "@varde/protocol";
import type {
  CoreAccount,
  CoreMovement,
  CorePending,
  CoreTransaction,
} from "../../ports/core-bank.ts";
import { presentAmount } from "../present-amount.ts";

/** Presents a booked transaction of a card. */
export const presentCardTransaction = (
  transaction: CoreTransaction,
  account: CoreAccount,
  fixes: ReadonlySet<AcceptFix>,
): CardTransaction => ({
  cardTransactionId: transaction.cardTransactionId ?? transaction.transactionId,
  transactionDate: transaction.purchasedOn ?? transaction.valueDate,
  bookingDate: transaction.bookingDate,
  ...presentCardMovement(transaction, account, fixes),
});

/** Presents a pending movement of a card, whose id may change until it is booked. */
export const presentPendingCardMovement = (
  movement: CorePending,
  account: CoreAccount,
  fixes: ReadonlySet<AcceptFix>,
): CardTransaction => ({
  ...(movement.transactionId === undefined ? {} : { cardTransactionId: movement.transactionId }),
  ...presentCardMovement(movement, account, fixes),
});

/** Presents the fields that pending and booked movements of a card share. */
const presentCardMovement = (
  movement: CoreMovement,
  account: CoreAccount,
  fixes: ReadonlySet<AcceptFix>,
): CardTransaction => {
  const details = movement.remittance.join(" ") || movement.creditor?.name;
  return {
    ...presentAmounts(movement, fixes),
    ...(movement.cardAcceptorId === undefined ? {} : { cardAcceptorId: movement.cardAcceptorId }),
    maskedPAN: movement.maskedPan ?? account.card?.maskedPan ?? "",
    ...(details === undefined ? {} : { transactionDetails: details }),
    ...(movement.isInvoiced === undefined ? {} : { invoiced: movement.isInvoiced }),
    ...(movement.proprietaryBankTransactionCode === undefined
      ? {}
      : { proprietaryBankTransactionCode: movement.proprietaryBankTransactionCode }),
  };
};

/**
 * VER-05: transactionAmount is what the card account is charged, originalAmount what the merchant
 * charged. Before that became the default, the two were swapped unless the TPP requested the fix.
 */
const presentAmounts = (
  movement: CoreMovement,
  fixes: ReadonlySet<AcceptFix>,
): Pick<CardTransaction, "transactionAmount" | "originalAmount"> => {
  const { amountMinor, currency, exchange } = movement;
  const charged = presentAmount(amountMinor, currency, fixes);
  if (exchange === undefined) return { transactionAmount: charged };
  const { originalMinor, originalCurrency } = exchange;
  const sizeMinor = originalMinor < 0n ? -originalMinor : originalMinor;
  const signedMinor = amountMinor < 0n ? -sizeMinor : sizeMinor;
  const original = presentAmount(signedMinor, originalCurrency, fixes);
  return fixes.has("cardaccount-switch-originalamount-and-transactionamount")
    ? { transactionAmount: charged, originalAmount: original }
    : { transactionAmount: original, originalAmount: charged };
};
