import { findScaRedirect } from "@varde/tpp";
import { type Command, CommandFailed, type Invocation, UsageError } from "../command.ts";
import { type OpenTpp, openTpp } from "../open-tpp.ts";
import { psuOptions } from "../options.ts";
import { describeBasketStatus, describeStatus } from "../payment/describe-status.ts";
import { askingScaStatus } from "../sca/asking-sca-status.ts";
import { openPsu } from "../sca/open-psu.ts";

export const basket: Command = {
  usage: ["basket PAYMENT-ID PAYMENT-ID … [OPTIONS]", "basket --last COUNT [OPTIONS]"],
  about: [
    "Puts payments that are created but not approved into a signing basket, and has the PSU " +
      "approve them all at once. Create them with varde pay --unsigned, all for the same PSU.",
    "A basket holds up to 100 single payments. Its status tells of the worst of " +
      "them: ACTC once all are approved, also when they are settled.",
  ],
  options: {
    last: { type: "string", value: "COUNT", about: "The payments you made last, this many." },
    ...psuOptions,
  },
  examples: [
    {
      line:
        'varde pay --unsigned --from 99901010028 --to 99901010117 --name "Ola Bråten" \\\n' +
        "  --amount 100.00 --approve 03848420491\n" +
        "varde basket --last 1 --approve 03848420491",
    },
  ],
  run: async (invocation) => {
    const { terminal } = invocation;
    const tpp = openTpp(invocation);
    const words = choosePayments(invocation, tpp);
    const atHand = await openPsu(invocation, tpp);
    const { baskets, payments } = tpp.client;
    try {
      const created = await atHand.withSca(() => baskets.create(words, atHand.psu));
      const { basketId } = created;
      atHand.keep({ id: basketId, kind: "basket" });
      terminal.line(`Basket ${basketId}`);
      const begun =
        findScaRedirect(created) === undefined
          ? await atHand.withSca(() => baskets.authorise(basketId, atHand.psu))
          : created;
      const address = findScaRedirect(begun);
      if (address === undefined) {
        throw new CommandFailed("The bank created the basket but says nowhere how to approve it.");
      }
      await atHand.approve(address, {
        isGiven: async () => (await baskets.status(basketId)).transactionStatus !== "RCVD",
        readScaStatus: askingScaStatus(begun, (id) => baskets.authorisation(basketId, id)),
        leftBehind: `Basket ${basketId} waits for approval: varde status ${basketId} shows it.`,
      });
      const { transactionStatus } = await baskets.status(basketId);
      terminal.line(`  ${describeBasketStatus(transactionStatus)}`);
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

const choosePayments = (
  { words, text }: Invocation,
  { folder, bank }: OpenTpp,
): readonly string[] => {
  const last = text("last");
  if (words.length > 0 === (last !== undefined)) {
    throw new UsageError("name the payments to put into it, or say --last and how many");
  }
  if (last === undefined) return words;
  if (!/^[1-9]\d{0,2}$/.test(last)) throw new UsageError(`--last must be a number, not "${last}"`);
  const payments = folder.readMemory(bank).made.filter(({ kind }) => kind === "payment");
  return payments.slice(-Number(last)).map(({ id }) => id);
};
