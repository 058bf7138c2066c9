import type { Currency } from "@varde/protocol";
import { knownMinor } from "@varde/protocol/money";
import type { Bank } from "../../bank.ts";
import type { Purpose } from "../../pages/parts/page-models.ts";
import type { AccountView, BatchView, Money } from "../../pages/parts/payment-view.ts";
import type { Payment } from "../../records/payment.ts";
import type { Sca } from "../../records/sca.ts";
import type { HashedPayment } from "../payment-hash.ts";
import { readOrder } from "../payment-order.ts";
import { sumByCurrency } from "../refuse-totals.ts";
import { readStoredBody } from "../stored-body.ts";
import { byPayment, toMoney, totalDebitMinor, viewRates } from "./view-costs.ts";

/** The fields of a payment that are shown in a list. */
type ListedPayment = HashedPayment & Pick<Payment, "worldId">;

/**
 * Shows what one approval of many payments covers: the total of each currency, every payee, and
 * what the SCA shows of exchanges.
 */
export const viewBatch = async (
  kind: BatchView["kind"],
  payments: readonly ListedPayment[],
  bank: Bank,
  shown?: Sca["shown"],
): Promise<BatchView> => {
  const fees = addMoney(payments.map((payment) => [payment.feeCurrency, payment.feeMinor]));
  const [fee, otherFee] = fees.filter(({ amountMinor }) => amountMinor > 0n);
  const byAccount = [...Map.groupBy(payments, (payment) => payment.debtorAccountId).values()];
  const fromAccounts = await Promise.all(byAccount.map((some) => viewDebtor(some, bank)));
  return {
    kind,
    totals: viewTotals(payments),
    fromAccounts,
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
    ...(shown !== undefined && { exchange: viewExchange(byAccount, fromAccounts, shown) }),
  };
};

const viewExchange = (
  byAccount: readonly (readonly ListedPayment[])[],
  accounts: readonly AccountView[],
  quotes: NonNullable<Sca["shown"]>,
): NonNullable<BatchView["exchange"]> => {
  const shown = byPayment(quotes);
  const debits = accounts.flatMap((account, index) => {
    const payments = byAccount[index] ?? [];
    const [first] = payments;
    const totalMinor = totalDebitMinor(payments, shown);
    if (first === undefined || totalMinor === undefined) return [];
    const isEstimate = payments.some(({ paymentId }) => shown.has(paymentId));
    return { account, total: toMoney(totalMinor, first.feeCurrency), isEstimate };
  });
  return { rates: viewRates(byAccount.flat(), shown), debits };
};

/** The purpose of an SCA, shown before the PSU is identified. */
export const batchPurpose = (
  kind: BatchView["kind"],
  payments: readonly ListedPayment[],
): Purpose => ({ kind, totals: viewTotals(payments), count: payments.length });

const viewTotals = (payments: readonly ListedPayment[]): readonly Money[] =>
  addMoney(payments.map((payment) => [payment.currency, payment.amountMinor]));

const addMoney = (amounts: readonly (readonly [Currency, bigint])[]): readonly Money[] =>
  [...sumByCurrency(amounts)].map(([currency, sum]) => toMoney(knownMinor(sum), currency));

const viewDebtor = async (
  [payment]: readonly ListedPayment[],
  bank: Bank,
): Promise<AccountView> => {
  if (payment === undefined) return { number: "" };
  const { debtor } = readOrder(readStoredBody(payment));
  const account = await bank.coreBank.findAccount(payment.worldId, debtor);
  const number = account?.bban ?? account?.iban ?? "";
  return account === undefined ? { number } : { number, name: account.name };
};
