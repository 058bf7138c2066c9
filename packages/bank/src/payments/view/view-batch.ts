import type { Currency } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import type { AccountView, BatchView, Money, Purpose } from "../../pages/parts/page-models.ts";
import type { Payment } from "../../records/payment.ts";
import type { HashedPayment } from "../payment-hash.ts";
import { readOrder } from "../payment-order.ts";
import { readStoredBody } from "../stored-body.ts";
import { toMoney } from "./view-payment.ts";

/** The fields of a payment that are shown in a list. */
type ListedPayment = HashedPayment & Pick<Payment, "worldId">;

/** Shows what one approval of many payments covers: the total of each currency and every payee. */
export const viewBatch = async (
  kind: BatchView["kind"],
  payments: readonly ListedPayment[],
  bank: Bank,
): Promise<BatchView> => {
  const fees = sumByCurrency(payments.map((payment) => [payment.feeCurrency, payment.feeMinor]));
  const [fee, otherFee] = fees.filter(({ amountMinor }) => amountMinor > 0n);
  return {
    kind,
    totals: viewTotals(payments),
    fromAccounts: await viewDebtorAccounts(payments, bank),
    rows: payments.map((payment) => {
      const { creditor, remittance, references } = readOrder(readStoredBody(payment));
      const reference = remittance[0] ?? references[0]?.reference;
      return {
        payee: { name: creditor.name, account: creditor.bban ?? creditor.iban ?? "" },
        amount: toMoney(payment.amountMinor, payment.currency),
        executionDate: payment.executionDate,
        ...(reference === undefined ? {} : { reference }),
      };
    }),
    ...(fee === undefined || otherFee !== undefined ? {} : { fee }),
  };
};

/** The purpose of an SCA, shown before the PSU is identified. */
export const batchPurpose = (
  kind: BatchView["kind"],
  payments: readonly ListedPayment[],
): Purpose => ({ kind, totals: viewTotals(payments), count: payments.length });

const viewTotals = (payments: readonly ListedPayment[]): readonly Money[] =>
  sumByCurrency(payments.map((payment) => [payment.currency, payment.amountMinor]));

const sumByCurrency = (amounts: readonly (readonly [Currency, bigint])[]): readonly Money[] => {
  const sums = new Map<Currency, bigint>();
  for (const [currency, minor] of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums].map(([currency, minor]) => toMoney(minor, currency));
};

const viewDebtorAccounts = (
  payments: readonly ListedPayment[],
  bank: Bank,
): Promise<readonly AccountView[]> => {
  const byAccount = new Map(payments.map((payment) => [payment.debtorAccountId, payment]));
  return Promise.all(
    [...byAccount.values()].map(async ({ worldId, body }) => {
      const { debtor } = readOrder(readStoredBody({ body }));
      const account = await bank.coreBank.findAccount(worldId, debtor);
      const number = account?.bban ?? account?.iban ?? "";
      return account === undefined ? { number } : { number, name: account.name };
    }),
  );
};
