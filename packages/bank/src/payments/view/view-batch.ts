import type { Bank } from "../../bank.ts";
import type { AccountView, BatchView, Money, Purpose } from "../../sca/pages/models/page-models.ts";
import type { Payment } from "../payment.ts";
import type { HashedPayment } from "../payment-hash.ts";
import { readOrder, type StoredPaymentBody } from "../payment-order.ts";
import { moneyOf } from "./view-payment.ts";

/** What is shown of a payment among others. */
type ListedPayment = HashedPayment & Pick<Payment, "worldId">;

/** The sum of each currency and every payee: what one approval of many payments shows. */
export const viewBatch = async (
  kind: BatchView["kind"],
  payments: readonly ListedPayment[],
  bank: Bank,
): Promise<BatchView> => {
  const fees = sumsOf(payments.map((payment) => [payment.feeCurrency, payment.feeMinor]));
  const [fee, otherFee] = fees.filter(({ amountMinor }) => amountMinor > 0n);
  return {
    kind,
    totals: totalsOf(payments),
    fromAccounts: await accountsOf(payments, bank),
    rows: payments.map((payment) => {
      const { creditor, remittance, references } = readOrder(
        JSON.parse(payment.body) as StoredPaymentBody,
      );
      const reference = remittance[0] ?? references[0]?.reference;
      return {
        payee: { name: creditor.name, account: creditor.bban ?? creditor.iban ?? "" },
        amount: moneyOf(payment.amountMinor, payment.currency),
        executionDate: payment.executionDate,
        ...(reference === undefined ? {} : { reference }),
      };
    }),
    ...(fee === undefined || otherFee !== undefined ? {} : { fee }),
  };
};

/** Told on the way in, before the PSU is known. */
export const batchPurpose = (
  kind: BatchView["kind"],
  payments: readonly ListedPayment[],
): Purpose => ({ kind, totals: totalsOf(payments), count: payments.length });

const totalsOf = (payments: readonly ListedPayment[]): readonly Money[] =>
  sumsOf(payments.map((payment) => [payment.currency, payment.amountMinor]));

const sumsOf = (amounts: readonly (readonly [string, bigint])[]): readonly Money[] => {
  const sums = new Map<string, bigint>();
  for (const [currency, minor] of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums].map(([currency, minor]) => moneyOf(minor, currency));
};

const accountsOf = (
  payments: readonly ListedPayment[],
  bank: Bank,
): Promise<readonly AccountView[]> => {
  const byAccount = new Map(payments.map((payment) => [payment.debtorAccountId, payment]));
  return Promise.all(
    [...byAccount.values()].map(async ({ worldId, body }) => {
      const { debtor } = readOrder(JSON.parse(body) as StoredPaymentBody);
      const account = await bank.coreBank.findAccount(worldId, debtor);
      const number = account?.bban ?? account?.iban ?? "";
      return account === undefined ? { number } : { number, name: account.name };
    }),
  );
};
