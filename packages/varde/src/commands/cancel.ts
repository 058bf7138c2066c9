import { findScaRedirect } from "@varde/tpp";
import { type Command, CommandFailed, UsageError } from "../command.ts";
import { openTpp } from "../open-tpp.ts";
import { psuOptions } from "../options.ts";
import { findMade } from "../payment/find-made.ts";
import { askingScaStatus } from "../sca/asking-sca-status.ts";
import { openPsu } from "../sca/open-psu.ts";

export const cancel: Command = {
  usage: ["cancel PAYMENT-ID [OPTIONS]"],
  about: [
    "Cancels a payment. One that is not approved yet is gone at once; one that is approved and " +
      "still waiting needs the PSU's approval again. What is already being processed stays.",
  ],
  options: {
    product: { type: "string", value: "PRODUCT", about: "Of a payment made elsewhere; domestic." },
    ...psuOptions,
  },
  examples: [{ line: "varde cancel 0198c0de-… --approve 03848420491" }],
  run: async (invocation) => {
    const { words, terminal, text } = invocation;
    const [paymentId, ...more] = words;
    if (paymentId === undefined || more.length > 0) throw new UsageError("name one payment");
    const tpp = openTpp(invocation);
    const atHand = await openPsu(invocation, tpp);
    const { payments } = tpp.client;
    const { made } = tpp.folder.readMemory(tpp.bank);
    const { product = "NDCT" } = findMade(paymentId, made, text("product"));
    const payment = { product, paymentId };
    try {
      const answer = await atHand.withSca(() => payments.delete(payment, atHand.psu));
      if (answer !== undefined) {
        const started = await atHand.withSca(() =>
          payments.authoriseCancellation(payment, atHand.psu),
        );
        const address = findScaRedirect(started);
        if (address === undefined) {
          throw new CommandFailed("The bank says nowhere how to approve the cancellation.");
        }
        await atHand.approve(address, {
          isGiven: async () => (await payments.status(payment)).transactionStatus === "CANC",
          readScaStatus: askingScaStatus(started, (id) => payments.cancellation(payment, id)),
          leftBehind: `Payment ${paymentId} is not cancelled: varde status ${paymentId} shows it.`,
        });
      }
      terminal.line(`Payment ${paymentId} is cancelled.`);
      terminal.json({ paymentId, transactionStatus: "CANC" });
    } finally {
      atHand.close();
      tpp.client.close();
    }
  },
};
