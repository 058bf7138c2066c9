import type { CoreBankSection } from "./core-bank-trial.ts";
import { paymentChecks } from "./payment-checks.ts";

/** Submitting instructions. */
export const paymentRules: CoreBankSection = {
  name: "PAYMENTS",
  title: "Payments",
  rules: [
    {
      statement: "moves the amount of a payment, no more and no less",
      text:
        "When a payment between two of your accounts (route own-bank) is settled, bookedMinor of " +
        "the debtor has fallen by amountMinor and bookedMinor of the payee has risen by it. The " +
        "outcome is settled in the response, or pending or sent in the response and settled in a " +
        "later outcome.",
      about: ["submitAll"],
      check: paymentChecks.movesAmount,
    },
    {
      statement: "debits the agreed fee, which the payee does not receive",
      text:
        "agreedFeeMinor is the fee that the PSU approved, in the currency of the debtor's " +
        "account. It is debited from the debtor in addition to amountMinor. The payee receives " +
        "amountMinor.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: paymentChecks.debitsFee,
    },
    {
      statement: "executes an instruction once, however often it is submitted",
      text:
        "instructionId alone identifies a payment. Once it has moved or reserved money, every " +
        "later submission returns its outcome and moves nothing, whether attempt is the same or " +
        "higher.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: paymentChecks.executesOnce,
    },
    {
      statement: "executes an instruction once when copies are concurrent",
      text:
        "Copies of an instruction that arrive at the same time have one effect. You may refuse a " +
        "copy with 503 while another is being executed, because Varde submits it again.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: paymentChecks.executesCopiesOnce,
    },
    {
      statement: "rejects a known id with other content and moves nothing",
      text:
        "An instructionId that has moved or reserved money is refused with 409 if it comes again " +
        "with another amountMinor, currency, debtorAccountId, creditor.bban or creditor.iban. " +
        "Nothing moves.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: paymentChecks.rejectsOtherContent,
    },
    {
      statement: "returns the outcomes in the order of the instructions",
      text:
        "There is one outcome for each instruction, in their order. An instruction that is not " +
        "covered by availableMinor is no-funds, one to an account of your bank that does not " +
        "exist is refused, and the others of the list are executed all the same.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1", "ACCOUNTS-4"],
      check: paymentChecks.returnsInOrder,
    },
    {
      statement: "executes all instructions of a list",
      text: "Every instruction of a list is executed, also if all have the same debtor and payee.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: paymentChecks.executesList,
    },
    {
      statement: "returns the first outcome of an attempt without funds",
      text:
        "no-funds belongs to the attempt. The same attempt again returns no-funds, even if there " +
        "are funds by now. A higher attempt of the same instructionId is a new try, and may be " +
        "settled.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1", "ACCOUNTS-4"],
      check: paymentChecks.repeatsAttempt,
    },
    {
      statement: "refuses unknown accounts with a reason and moves nothing",
      text:
        "An unknown debtorAccountId, and with route own-bank an unknown payee account, is the " +
        "outcome refused with a reason that is not empty, in a response with status 200. PSU and " +
        "TPP see the reason.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: paymentChecks.refusesUnknown,
    },
    {
      statement: "never pays more than is available when payments race",
      text:
        "amountMinor and agreedFeeMinor together are never more than availableMinor, also when " +
        "payments from one account arrive at the same time: those that are not covered are " +
        "no-funds.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1", "ACCOUNTS-4"],
      check: paymentChecks.neverOverdraws,
    },
    {
      statement: "executes concurrent payments in both directions",
      text:
        "Payments between two accounts in both directions at the same time are all settled. A " +
        "deadlock of your database must not become an error.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: paymentChecks.paysBothWays,
    },
    {
      statement: "ignores other fields of an instruction that is submitted again",
      text:
        "Only the fields of PAYMENTS-5 are compared. The others may differ when an instruction " +
        "is submitted again, because the PSU's device is erased from initiation and a debtorName " +
        "may change: its outcome is returned as before.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: paymentChecks.ignoresOtherFields,
    },
  ],
};
