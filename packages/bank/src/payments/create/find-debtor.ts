import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { mayUseAccount } from "../../parties/may-use-account.ts";
import type { CoreAccount } from "../../ports/core-bank.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { PaymentOrder } from "../payment-order.ts";

/**
 * Finds the debtor account. An unknown account and another PSU's account get the same response; if
 * the PSU is not known yet, the SCA decides who may use it.
 */
export const findDebtor = (
  order: PaymentOrder,
  context: RequestContext,
  bank: Bank,
): Awaitable<CoreAccount | Refusal> =>
  andThen(bank.coreBank.findAccount(context.tpp.worldId, order.debtor), (account) => {
    const { psu, tpp } = context;
    if (account === undefined) return refuseUnknown(order, psu);
    const isTheirs = psu === undefined || mayUseAccount(tpp.worldId, psu, account.accountId, bank);
    return andThen(isTheirs, (theirs) =>
      theirs ? checkDebtor(account, order) : refuseUnknown(order, psu),
    );
  });

const refuseUnknown = (order: PaymentOrder, psu: IdentifiedPsu | undefined): Refusal =>
  refuse({
    code: "RESOURCE_UNKNOWN",
    status: 400,
    path: debtorPath(order),
    text: unknownText(psu),
  });

/** The text names the context, since the account may exist in the other one. */
const unknownText = (psu: IdentifiedPsu | undefined): string => {
  if (psu?.agreementId !== undefined) {
    return (
      "The agreement of PSU-Corporate-ID does not include this account. For a private account " +
      "of the PSU, send PSU-Context: PRIVATE."
    );
  }
  return psu?.context === "PRIVATE"
    ? "The PSU has no such private account in this bank. For a company's account, send the " +
        "PSU-Corporate-ID of its agreement."
    : "The PSU has no such account in this bank.";
};

const checkDebtor = (account: CoreAccount, order: PaymentOrder): CoreAccount | Refusal => {
  if (!account.mayPay) {
    return refuse({
      code: "PRODUCT_INVALID",
      path: debtorPath(order),
      text: "Payments from this account are not possible through the interface.",
    });
  }
  if (order.debtorCurrency !== undefined && order.debtorCurrency !== account.currency) {
    return refuse({
      code: "FORMAT_ERROR",
      path: "/debtorAccount/currency",
      text: `The account is held in ${account.currency}, not in ${order.debtorCurrency}.`,
    });
  }
  return account;
};

const debtorPath = ({ debtor }: PaymentOrder): string => {
  if ("bban" in debtor) return "/debtorAccount/bban";
  return "iban" in debtor ? "/debtorAccount/iban" : "/debtorAccount/other/identification";
};
