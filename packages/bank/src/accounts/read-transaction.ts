import type { UseCase } from "../bank.ts";
import { respondWith } from "../request/api-response.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import { acceptedFixes } from "./accepted-fixes.ts";
import { countUnattendedCall, isPsuPresent } from "./count-unattended-call.ts";
import { findGrantedAccount } from "./find-account.ts";
import { oldestDay } from "./listing.ts";
import { presentTransactionDetails } from "./present-transaction.ts";

/**
 * END-24: returns the details of one booked transaction. Pending ones have no id yet. LIM-11:
 * without the PSU it counts as reading the transactions of the account.
 */
export const readTransaction: UseCase<"readTransaction"> = async (context, bank) => {
  const account = await findGrantedAccount("account", context, bank);
  if (isRefusal(account)) return account;
  const call = await countUnattendedCall("transactions", [account.accountId], context, bank);
  if (isRefusal(call)) return call;
  const { transactionId } = context.received.parameters;
  const found = await bank.coreBank.readTransaction(
    context.tpp.worldId,
    account.accountId,
    transactionId,
  );
  const isTooOld =
    found !== undefined && !isPsuPresent(context) && found.bookingDate < oldestDay(context.now);
  if (found === undefined || isTooOld) return refuseUnknown(isPsuPresent(context));
  const transactionsDetails = presentTransactionDetails(found, acceptedFixes(context));
  return respondWith(200, { transactionsDetails }, call.headers);
};

/**
 * Refuses an unknown transaction. Without the PSU, a transaction that is too old gets the same
 * response.
 */
const refuseUnknown = (isWithPsu: boolean): Refusal =>
  refuse({
    code: "RESOURCE_UNKNOWN",
    text: isWithPsu
      ? "The account has no such booked transaction."
      : "The account has no such booked transaction, or it is too old to be read without the PSU.",
  });
