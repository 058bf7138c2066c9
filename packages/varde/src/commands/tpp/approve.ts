import type { BasketStatus, PaymentStatusResponse } from "@varde/protocol";
import { readCallback, ScaFailedError } from "@varde/tpp";
import { type Command, type Invocation, refuseExtraArguments, UsageError } from "../../command.ts";
import {
  type OpenTpp,
  openControlApi,
  openFolder,
  openTpp,
  readBank,
} from "../../identity/open-tpp.ts";
import { psuOptions } from "../../options.ts";
import { describeBasketStatus, describePaymentStatus } from "../../output/describe-status.ts";
import { findMade } from "../../payment-from-options.ts";
import { decideOpenSca } from "../../sca/decide-open-sca.ts";
import { parseContext } from "../../sca/open-psu.ts";
import { approveAs, describeNextSigners, findSigning } from "../../sca/signings.ts";

const { approve: _approve, "no-browser": _noBrowser, ...approverOptions } = psuOptions;

export const approve: Command = {
  usage: ["approve LINK [--as NUMBER]", "approve PAYMENT-ID [--as NUMBER]"],
  about: [
    "Approves without a browser, as a customer of the sandbox. LINK is the scaRedirect link of " +
      "any response, also one that your own program received. PAYMENT-ID is a payment or a " +
      "basket that this TPP made and that is not approved yet.",
    "What several people of a company must approve stays unapproved until the last of them has. " +
      "Repeat the command with another --as. To see who may approve:\n  varde payments --waiting",
  ],
  options: {
    as: {
      value: "NUMBER",
      about: "The customer. Default: the PSU who made the payment, or one who may approve it.",
    },
    product: { value: "PRODUCT", about: "The product, if you made the payment elsewhere." },
    ...approverOptions,
  },
  examples: [
    { line: "varde approve http://127.0.0.1:8080/sca/dRL0… --as 03848420491" },
    { line: "varde approve 0198c0de-… --as 03848420491" },
    { line: "varde approve 0198c0de-…", about: "As one who may approve it next" },
  ],
  run: async (invocation) => {
    const [subject, ...more] = invocation.words;
    if (subject === undefined) throw new UsageError("give a link or the id of a payment");
    refuseExtraArguments(more);
    return /^https?:\/\//.test(subject)
      ? approveLink(subject, invocation)
      : approvePayment(subject, invocation);
  },
};

const approveLink = async (scaRedirect: string, invocation: Invocation): Promise<void> => {
  const { terminal, text } = invocation;
  const folder = openFolder(invocation);
  const lastPsu = folder.exists ? folder.readMemory(readBank(invocation)).lastPsu : undefined;
  const agreement = text("agreement");
  const context = parseContext(text("context"));
  const { redirect } = await openControlApi(invocation, new URL(scaRedirect).origin).post("/sca", {
    body: {
      scaRedirect,
      customerNumber: readNumber(text("as"), lastPsu),
      ...(context !== undefined && { context }),
      ...(agreement !== undefined && { agreement }),
      decision: "approve",
    },
  });
  const callback = readCallback(redirect);
  if (callback.outcome === "failure") throw new ScaFailedError(callback.message, callback);
  terminal.line(["Approved. The bank sends the PSU to", `  ${redirect}`]);
  terminal.json({ redirect });
};

const approvePayment = async (id: string, invocation: Invocation): Promise<void> => {
  const { terminal, text } = invocation;
  using tpp = openTpp(invocation);
  const { made } = tpp.folder.readMemory(tpp.bank);
  const found = findMade(id, made, text("product"));
  const { kind, product = "NDCT", psu: maker } = found;
  const customerNumber = text("as") ?? (await chooseSigner(id, maker, invocation, tpp));
  if (customerNumber === undefined) {
    const subject = { id, isBasket: kind === "basket" };
    await decideOpenSca(subject, { decision: "approve" }, invocation, tpp.control);
  } else {
    await approveAs(customerNumber, found, invocation, tpp);
  }
  const { payments, baskets } = tpp.client;
  const status = await (kind === "basket"
    ? baskets.status(id)
    : payments.status({ product, paymentId: id }));
  const described =
    kind === "basket"
      ? describeBasketStatus(status.transactionStatus as BasketStatus)
      : describePaymentStatus(status as PaymentStatusResponse);
  terminal.line(`${id}  ${described}`);
  const signing = await findSigning(id, invocation, tpp.control);
  if (signing !== undefined) terminal.note(describeNextSigners(signing, invocation));
  terminal.json(status);
};

/** Returns the maker, or one who may approve what the maker has approved or only prepared. */
const chooseSigner = async (
  id: string,
  maker: string,
  invocation: Invocation,
  { control }: OpenTpp,
): Promise<string | undefined> => {
  const number = readNumberOf(maker);
  const [first, ...others] = (await findSigning(id, invocation, control))?.next ?? [];
  if (first === undefined || number === undefined) return number ?? first?.customerNumber;
  if ([first, ...others].some(({ customerNumber }) => customerNumber === number)) return number;
  invocation.terminal.note(`Approving as ${first.name}.`);
  return first.customerNumber;
};

/** Returns the customer number of a PSU that --approve made, whose name it is. */
const readNumberOf = (psu: string): string | undefined => /^\d{8,11}/.exec(psu)?.[0];

const readNumber = (given: string | undefined, psu = ""): string => {
  const number = given ?? readNumberOf(psu);
  if (number === undefined) throw new UsageError("--as is missing");
  return number;
};
