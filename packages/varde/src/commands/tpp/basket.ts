import { findScaRedirect } from "@varde/tpp";
import { type Command, CommandFailed, type Invocation, UsageError } from "../../command.ts";
import { type OpenTpp, openTpp } from "../../identity/open-tpp.ts";
import { signerOptions } from "../../options.ts";
import { describeBasketStatus, describeStatus } from "../../output/describe-status.ts";
import { describeUnapproved, scaStatusReader } from "../../sca/approver.ts";
import { checkCustomer, openPsu } from "../../sca/open-psu.ts";
import { readOtherSigners } from "../../sca/sign-payment.ts";
import { approveAs, describeNextSigners, findSigning } from "../../sca/signings.ts";

export const basket: Command = {
  usage: ["basket PAYMENT-ID PAYMENT-ID … [OPTIONS]", "basket --last COUNT [OPTIONS]"],
  about: [
    "Puts payments that are not approved yet into a signing basket, which the PSU approves as a " +
      "whole. Create the payments with --unsigned, all for the same PSU.",
    "A basket holds up to 100 single payments. Its status is that of its worst payment: ACTC " +
      "when all are approved, and also when they are settled.",
  ],
  options: {
    last: { value: "COUNT", about: "The last payments you made, this many." },
    ...signerOptions,
  },
  examples: [
    {
      line:
        "varde pay --unsigned --from 99901010028 --to 99901010117 \\\n" +
        '  --name "Ola Bråten" --amount 100.00 --approve 03848420491\n' +
        "varde basket --last 1 --approve 03848420491",
    },
  ],
  run: async (invocation) => {
    const { terminal } = invocation;
    using tpp = openTpp(invocation);
    const words = choosePayments(invocation, tpp);
    const others = readOtherSigners(invocation);
    for (const number of others) await checkCustomer(number, tpp.client, invocation);
    using acting = await openPsu(invocation, tpp);
    const { baskets, payments } = tpp.client;
    const created = await acting.withSca(() => baskets.create(words, acting.psu));
    const { basketId } = created;
    acting.store({ id: basketId, kind: "basket" });
    terminal.line(`Basket ${basketId}`);
    const begun =
      findScaRedirect(created) === undefined
        ? await acting.withSca(() => baskets.authorise(basketId, acting.psu))
        : created;
    const address = findScaRedirect(begun);
    if (address === undefined) {
      throw new CommandFailed("The bank created the basket but sent no link to approve it.");
    }
    await acting.approve(address, {
      isApproved: async () => (await baskets.status(basketId)).transactionStatus !== "RCVD",
      readScaStatus: scaStatusReader(begun, (id) => baskets.authorisation(basketId, id)),
      interruptedNote: describeUnapproved(
        `Basket ${basketId} is not approved yet`,
        basketId,
        invocation,
      ),
    });
    const findWaiting = () => findSigning(basketId, invocation, tpp.control);
    for (const number of others) {
      if ((await findWaiting()) === undefined) {
        terminal.note(`The basket is approved. ${number} did not have to approve it.`);
        break;
      }
      await approveAs(number, { id: basketId, kind: "basket" }, invocation, tpp);
    }
    const signing = await findWaiting();
    if (signing !== undefined) terminal.note(describeNextSigners(signing, invocation));
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
  },
};

const choosePayments = (
  { words, text }: Invocation,
  { folder, bank }: OpenTpp,
): readonly string[] => {
  const last = text("last");
  if (words.length > 0 === (last !== undefined)) {
    throw new UsageError("give the payments' ids, or --last and a number");
  }
  if (last === undefined) return words;
  if (!/^[1-9]\d{0,2}$/.test(last)) throw new UsageError(`--last must be a number, not "${last}"`);
  const payments = folder.readMemory(bank).made.filter(({ kind }) => kind === "payment");
  return payments.slice(-Number(last)).map(({ id }) => id);
};
