import { type CreatedPayment, findScaRedirect, type PaymentReference } from "@varde/tpp";
import { CommandFailed, type Invocation } from "../command.ts";
import type { OpenTpp } from "../open-tpp.ts";
import { describePending } from "../sca/describe-pending.ts";
import type { ActingPsu } from "../sca/open-psu.ts";
import { scaStatusReader } from "../sca/sca-status-reader.ts";

/**
 * Lets the PSU approve a payment: with the link in the bank's response, if it has one (a single
 * SCA), or with that of a new authorisation.
 */
export const signPayment = async (
  payment: CreatedPayment<PaymentReference["product"]>,
  { program }: Invocation,
  { client }: OpenTpp,
  acting: ActingPsu,
): Promise<void> => {
  const begun =
    findScaRedirect(payment) === undefined
      ? await acting.withSca(() => client.payments.authorise(payment, acting.psu))
      : payment;
  const address = findScaRedirect(begun);
  if (address === undefined) {
    throw new CommandFailed("The bank created the payment but sent no link to approve it.");
  }
  const { paymentId } = payment;
  await acting.approve(address, {
    isApproved: async () => (await client.payments.status(payment)).transactionStatus !== "RCVD",
    readScaStatus: scaStatusReader(begun, (id) => client.payments.authorisation(payment, id)),
    interruptedNote: describePending(
      `Payment ${paymentId} is not approved yet`,
      paymentId,
      program,
    ),
  });
};
