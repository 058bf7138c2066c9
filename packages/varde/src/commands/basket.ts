import { findScaRedirect } from "@varde/tpp";
import { type Command, CommandFailed, UsageError } from "../command.ts";
import { openTpp } from "../open-tpp.ts";
import { psuOptions } from "../options.ts";
import { describeStatus } from "../payment/describe-status.ts";
import { openPsu } from "../sca/open-psu.ts";

export const basket: Command = {
  usage: ["basket PAYMENT-ID PAYMENT-ID … [OPTIONS]"],
  about: [
    "Puts payments that are created but not approved into a signing basket, and has the PSU " +
      "approve them all at once. Create them with varde pay --unsigned, all for the same PSU.",
    "A basket holds up to 100 single payments. Its status is that of the worst of them.",
  ],
  options: psuOptions,
  examples: [
    {
      line:
        'varde pay --unsigned --from 99901010028 --to 99901010117 --name "Ola Bråten" \\\n' +
        "  --amount 100.00 --approve 03848420491\n" +
        "varde basket 0198c0de-… 0198c0df-… --approve 03848420491",
    },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    if (words.length === 0) throw new UsageError("name the payments to put into it");
    const tpp = openTpp(invocation);
    const atHand = await openPsu(invocation, tpp);
    const { baskets, payments } = tpp.client;
    try {
      const created = await atHand.withSca(() => baskets.create(words, atHand.psu));
      const { basketId } = created;
      atHand.keep({ id: basketId, kind: "basket" });
      terminal.line(`Basket ${basketId}`);
      const address =
        findScaRedirect(created) ??
        findScaRedirect(await atHand.withSca(() => baskets.authorise(basketId, atHand.psu)));
      if (address === undefined) {
        throw new CommandFailed("The bank created the basket but says nowhere how to approve it.");
      }
      await atHand.approve(address);
      const { transactionStatus } = await baskets.status(basketId);
      terminal.line(`  ${describeStatus(transactionStatus)}`);
      const { made } = tpp.folder.readMemory(tpp.bank);
      const statuses = await Promise.all(
        words.map(async (paymentId) => {
          const product = made.find(({ id }) => id === paymentId)?.product ?? "NDCT";
          return payments.status({ product, paymentId });
        }),
      );
      for (const each of statuses) {
        terminal.line(`  ${each.paymentId}  ${describeStatus(each.transactionStatus)}`);
      }
      terminal.json({ basketId, transactionStatus, payments: statuses });
    } finally {
      atHand.close();
      tpp.client.close();
    }
  },
};
