import type { Bank } from "../bank.ts";
import { type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import { mayUseAccount } from "../psus/may-use-account.ts";
import type { PaymentOrder } from "./payment-order.ts";

/**
 * The account that pays. One that is not there and one that is another PSU's are told apart by
 * nobody; where the PSU is not known yet, the SCA decides whose it is.
 */
export const findDebtor = async (
  order: PaymentOrder,
  context: RequestContext,
  bank: Bank,
): Promise<CoreAccount | Refusal> => {
  const account = await bank.coreBank.findAccount(context.tpp.worldId, order.debtor);
  const isTheirs =
    account !== undefined &&
    (context.psu === undefined ||
      (await mayUseAccount(context.tpp.worldId, context.psu, account.accountId, bank)));
  if (account === undefined || !isTheirs) {
    return refuse({
      code: "RESOURCE_UNKNOWN",
      status: 400,
      path: debtorPath(order),
      text: "The PSU has no such account in this bank.",
    });
  }
  if (!account.mayPay) {
    return refuse({
      code: "PRODUCT_INVALID",
      path: debtorPath(order),
      text: "The bank does not let this account pay through the interface.",
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
