import { isWaitingForSigners } from "@varde/tpp";
import { type Command, CommandFailed, type Invocation, UsageError } from "../../command.ts";
import { type OpenTpp, openTpp } from "../../identity/open-tpp.ts";
import type { MadeRecord } from "../../identity/tpp-folder.ts";
import { tppOptions } from "../../options.ts";
import {
  describeBasketStatus,
  describePaymentStatus,
  printMessages,
} from "../../output/describe-status.ts";
import { findMade } from "../../payment-from-options.ts";
import { describeWaiting } from "../../sca/signings.ts";

export const status: Command = {
  usage: ["status [ID …]"],
  about: [
    "Shows the status of payments and baskets. Without an id it shows the last one you made, " +
      "with --all everything that this TPP has made at this bank.",
  ],
  options: {
    all: { about: "Show everything that this TPP has made." },
    product: {
      value: "PRODUCT",
      about: "The product of a payment made elsewhere. Default: domestic.",
    },
    ...tppOptions,
  },
  examples: [{ line: "varde status" }, { line: "varde status --all --json" }],
  run: async (invocation) => {
    const { words, has } = invocation;
    if (has("all") && words.length > 0) throw new UsageError("--all cannot be combined with ids");
    using tpp = openTpp(invocation);
    const wanted = choose(invocation, tpp);
    const responses: object[] = [];
    for (const made of wanted) responses.push(await show(made, invocation, tpp));
    invocation.terminal.json(invocation.has("all") ? responses : (responses[0] ?? {}));
  },
};

const choose = (invocation: Invocation, tpp: OpenTpp): readonly MadeRecord[] => {
  const { words, has, text, program } = invocation;
  const { made } = tpp.folder.readMemory(tpp.bank);
  if (has("all")) return made;
  if (words.length > 0) return words.map((id) => findMade(id, made, text("product")));
  const last = made.at(-1);
  if (last === undefined)
    throw new CommandFailed(
      `You have made no payments at ${tpp.bank} yet; see ${program} pay --help`,
    );
  return [last];
};

const show = async (
  { id, kind, product = "NDCT" }: MadeRecord,
  invocation: Invocation,
  { client }: OpenTpp,
): Promise<object> => {
  const { terminal } = invocation;
  if (kind === "basket") {
    const response = await client.baskets.status(id);
    terminal.line([`Basket ${id}`, `  ${describeBasketStatus(response.transactionStatus)}`]);
    return { basketId: id, ...response };
  }
  const response = await client.payments.status({ product, paymentId: id });
  terminal.line([`Payment ${id}`, `  ${describePaymentStatus(response)}`]);
  if (response.fundsAvailable === false)
    terminal.line("  There are not enough funds on the account.");
  printMessages(response, terminal);
  if (isWaitingForSigners(response)) terminal.note(describeWaiting(invocation));
  return response;
};
