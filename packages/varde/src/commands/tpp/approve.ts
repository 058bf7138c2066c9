import { findScaRedirect, readCallback, ScaFailedError } from "@varde/tpp";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import {
  type OpenTpp,
  openControlApi,
  openFolder,
  openTpp,
  readBank,
} from "../../identity/open-tpp.ts";
import type { MadeRecord } from "../../identity/tpp-folder.ts";
import { psuOptions } from "../../options.ts";
import { describeBasketStatus, describeStatus } from "../../output/describe-status.ts";
import { findMade } from "../../payment-from-options.ts";
import { decideOpenSca } from "../../sca/decide-open-sca.ts";
import { openPsu, parseContext } from "../../sca/open-psu.ts";

const { approve: _approve, "no-browser": _noBrowser, ...approverOptions } = psuOptions;

export const approve: Command = {
  usage: ["approve LINK [--as NUMBER]", "approve PAYMENT-ID [--as NUMBER]"],
  about: [
    "Approves without a browser, as a customer of the sandbox. LINK is the scaRedirect link of " +
      "any response, also one that your own program received. PAYMENT-ID is a payment or a " +
      "basket that this TPP made and that is not approved yet.",
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
  terminal.line(`Approved. The bank sends the PSU to\n  ${redirect}`);
  terminal.json({ redirect });
};

const approvePayment = async (id: string, invocation: Invocation): Promise<void> => {
  const { terminal, text } = invocation;
  using tpp = openTpp(invocation);
  const { made } = tpp.folder.readMemory(tpp.bank);
  const found = findMade(id, made, text("product"));
  const { kind, product = "NDCT", psu: maker } = found;
  const customerNumber = text("as") ?? readNumberOf(maker);
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
  const { transactionStatus } = status;
  terminal.line(
    `${id}  ${
      kind === "basket"
        ? describeBasketStatus(transactionStatus as never)
        : describeStatus(transactionStatus as never)
    }`,
  );
  terminal.json(status);
};

/** Starts an authorisation for a customer, who approves it. */
const approveAs = async (
  customerNumber: string,
  { id, kind, product = "NDCT" }: MadeRecord,
  invocation: Invocation,
  tpp: OpenTpp,
): Promise<void> => {
  using acting = await openPsu(invocation, tpp, customerNumber, invocation.text("psu"));
  const { payments, baskets, user } = tpp.client;
  const payment = { product, paymentId: id };
  // An authorisation needs a known PSU.
  await acting.withSca(() => user.read(acting.psu));
  const begun = await acting.withSca<object>(() =>
    kind === "basket" ? baskets.authorise(id, acting.psu) : payments.authorise(payment, acting.psu),
  );
  const address = findScaRedirect(begun);
  if (address === undefined) throw new CommandFailed("The bank sent no link to approve it.");
  await acting.approve(address);
};

/** Returns the customer number of a PSU that --approve made, whose name it is. */
const readNumberOf = (psu: string): string | undefined => /^\d{8,11}/.exec(psu)?.[0];

const readNumber = (given: string | undefined, psu = ""): string => {
  const number = given ?? readNumberOf(psu);
  if (number === undefined) throw new UsageError("--as is missing");
  return number;
};
