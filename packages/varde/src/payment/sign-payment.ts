import { type CreatedPayment, findScaRedirect, type PaymentReference } from "@varde/tpp";
import { CommandFailed } from "../command.ts";
import type { OpenTpp } from "../open-tpp.ts";
import { askingScaStatus } from "../sca/asking-sca-status.ts";
import type { PsuAtHand } from "../sca/open-psu.ts";

/**
 * Has the PSU approve a payment: at the address the bank already gave (a single SCA), or at that of
 * an authorisation which is started for it.
 */
export const signPayment = async (
  payment: CreatedPayment<PaymentReference["product"]>,
  { client }: OpenTpp,
  atHand: PsuAtHand,
): Promise<void> => {
  const begun =
    findScaRedirect(payment) === undefined
      ? await atHand.withSca(() => client.payments.authorise(payment, atHand.psu))
      : payment;
  const address = findScaRedirect(begun);
  if (address === undefined) {
    throw new CommandFailed("The bank created the payment but says nowhere how to approve it.");
  }
  const { paymentId } = payment;
  await atHand.approve(address, {
    isGiven: async () => (await client.payments.status(payment)).transactionStatus !== "RCVD",
    readScaStatus: askingScaStatus(begun, (id) => client.payments.authorisation(payment, id)),
    leftBehind: `Payment ${paymentId} waits for approval: varde status ${paymentId} shows it.`,
  });
};
