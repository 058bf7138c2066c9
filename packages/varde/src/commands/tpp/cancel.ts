import { findScaRedirect } from "@varde/tpp";
import { type Command, CommandFailed, UsageError } from "../../command.ts";
import { openTpp } from "../../identity/open-tpp.ts";
import { psuOptions } from "../../options.ts";
import { findMade } from "../../payment-from-options.ts";
import { describePending, scaStatusReader } from "../../sca/approver.ts";
import { openPsu } from "../../sca/open-psu.ts";

export const cancel: Command = {
  usage: ["cancel PAYMENT-ID [OPTIONS]"],
  about: [
    "Cancels a payment. A payment that is not approved yet is cancelled at once. If it is " +
      "approved and still waiting, the PSU has to approve the cancellation. A payment that is " +
      "already being processed cannot be cancelled.",
  ],
  options: {
    product: { value: "PRODUCT", about: "The product, if you made the payment elsewhere." },
    ...psuOptions,
  },
  examples: [{ line: "varde cancel 0198c0de-… --approve 03848420491" }],
  run: async (invocation) => {
    const { words, terminal, text } = invocation;
    const [paymentId, ...more] = words;
    if (paymentId === undefined || more.length > 0)
      throw new UsageError("give the id of one payment");
    using tpp = openTpp(invocation);
    const { made } = tpp.folder.readMemory(tpp.bank);
    const { product = "NDCT" } = findMade(paymentId, made, text("product"));
    using acting = await openPsu(invocation, tpp);
    const { payments } = tpp.client;
    const payment = { product, paymentId };
    const response = await acting.withSca(() => payments.delete(payment, acting.psu));
    if (response !== undefined) {
      const started = await acting.withSca(() =>
        payments.authoriseCancellation(payment, acting.psu),
      );
      const address = findScaRedirect(started);
      if (address === undefined) {
        throw new CommandFailed("The bank sent no link to approve the cancellation.");
      }
      await acting.approve(address, {
        isApproved: async () => (await payments.status(payment)).transactionStatus === "CANC",
        readScaStatus: scaStatusReader(started, (id) => payments.cancellation(payment, id)),
        interruptedNote: describePending(
          `Payment ${paymentId} is not cancelled`,
          paymentId,
          invocation,
        ),
      });
    }
    terminal.line(`Payment ${paymentId} is cancelled.`);
    terminal.json({ paymentId, transactionStatus: "CANC" });
  },
};
