import { createHash } from "node:crypto";
import type { PaymentProduct } from "@varde/protocol";
import {
  type CreatedPayment,
  isWaitingForSigners,
  type PaymentReference,
  type Payments,
  RefusedError,
} from "@varde/tpp";
import {
  type Command,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
} from "../../command.ts";
import { type OpenTpp, openTpp } from "../../identity/open-tpp.ts";
import { nextCommand, signerOptions } from "../../options.ts";
import { describePaymentStatus, printMessages } from "../../output/describe-status.ts";
import type { Terminal } from "../../output/terminal.ts";
import {
  paymentFromOptions,
  productWords,
  type WantedPayment,
} from "../../payment-from-options.ts";
import { type ActingPsu, checkCustomer, openPsu } from "../../sca/open-psu.ts";
import {
  catchScaFailure,
  isUnsigned,
  readOtherSigners,
  signInTurn,
  withdrawUnsigned,
} from "../../sca/sign-payment.ts";
import { describeNextSigners, findSigning } from "../../sca/signings.ts";

export const pay: Command = {
  usage: [
    "pay --from ACCOUNT --to ACCOUNT --name NAME --amount 9.50 [OPTIONS]",
    "pay --file BODY.json [--product PRODUCT] [OPTIONS]",
  ],
  about: [
    "Creates a payment and lets the PSU approve it. The bank's page opens in your browser. In " +
      "the sandbox, identify with the customer number of the account's owner and approve. With " +
      "--approve NUMBER no browser is needed.",
    "Accounts are account numbers or IBANs. To list those of the sandbox:\n  varde customers",
    `Products are ${productWords.join(", ")}. Without --product, a payment to a foreign IBAN is ` +
      "cross-border and every other payment is domestic. A cross-border payment of NOK 100 000 " +
      "or more also needs --reporting-code and --reporting-text.",
    "With --context corporate the payment is a company's. Some companies need two people: repeat " +
      "--approve for the second, or let them approve later. To see what waits for whom:\n" +
      "  varde payments --waiting",
    "A payment within the bank is booked at once. Other payments wait for the next batch. To run " +
      "one now:\n  varde batch",
  ],
  options: {
    from: { value: "ACCOUNT", about: "The account of the debtor." },
    to: { value: "ACCOUNT", about: "The account of the payee." },
    name: { value: "NAME", about: "The name of the payee." },
    amount: { value: "AMOUNT", about: "The amount with all decimals, like 249.50." },
    currency: { value: "CODE", about: "The currency. Default: NOK." },
    text: { value: "TEXT", about: "A message to the payee." },
    kid: { value: "KID", about: "A payment reference (KID) instead of a message." },
    date: { value: "DATE", about: "The execution date, like 2027-01-15. Default: today." },
    product: { value: "PRODUCT", about: "The product, one of those above." },
    bic: { value: "BIC", about: "The BIC of the payee's bank." },
    country: { value: "CODE", about: "The payee's country. Default: that of the IBAN." },
    "from-currency": { value: "CODE", about: "The currency of the debtor account. Default: NOK." },
    "reporting-code": { value: "CODE", about: "The purpose of a large payment, like 14." },
    "reporting-text": { value: "TEXT", about: "The purpose in words." },
    file: { value: "FILE", about: "A file with the whole body as JSON, or - for stdin." },
    "allow-duplicate": { about: "Send the payment even if it looks like an earlier one." },
    unsigned: { about: "Only create the payment, for a basket." },
    ...signerOptions,
  },
  examples: [
    {
      about: "Kari pays Ola, another customer of the sandbox",
      line:
        'varde pay --from 99901010028 --to 99901010117 --name "Ola Bråten" \\\n' +
        '  --amount 249.50 --text "Seks glass" --approve 03848420491',
    },
    {
      about: "A bill with a KID, due later",
      line:
        "varde pay --from 99901010028 --to 99801010012 \\\n" +
        '  --name "Fossekall Kraft AS" --amount 1240.00 --kid 12345678901234569 \\\n' +
        "  --date 2027-01-15 --approve 03848420491",
    },
    {
      about: "A cross-border payment that has to be reported",
      line:
        "varde pay --from 99902020213 --to DE89370400440532013000 \\\n" +
        '  --name "Holz GmbH" --amount 9500.00 --currency EUR --bic COBADEFF \\\n' +
        '  --reporting-code 14 --reporting-text "Timber" --approve 22886740496',
    },
    {
      about: "A payment of a company that two people approve",
      line:
        "varde pay --context corporate --from 99901010915 --to 99901010117 \\\n" +
        '  --name "Ola Bråten" --amount 40000.00 \\\n' +
        "  --approve 14837130140 --approve 02898331086",
    },
  ],
  run: async (invocation) => {
    refuseExtraArguments(invocation.words);
    const wanted = paymentFromOptions(invocation);
    const others = readOtherSigners(invocation);
    using tpp = openTpp(invocation);
    for (const number of others) await checkCustomer(number, tpp.client, invocation);
    using acting = await openPsu(invocation, tpp);
    await createAndSign(wanted, invocation, tpp, acting);
  },
};

const createAndSign = async (
  wanted: WantedPayment,
  invocation: Invocation,
  tpp: OpenTpp,
  acting: ActingPsu,
): Promise<void> => {
  const { terminal, has } = invocation;
  const isSigned = !has("unsigned");
  // A payment for a basket needs a known PSU, so the PSU identifies before it is created.
  if (!isSigned) await acting.withSca(() => tpp.client.user.read(acting.psu));
  const payment = await createOrContinue(wanted, invocation, tpp, acting);
  terminal.line(`Payment ${payment.paymentId}`);
  if ("transactionStatus" in payment) printCreated(payment, terminal);
  const fault = isSigned
    ? await catchScaFailure(signInTurn(payment, invocation, tpp, acting))
    : undefined;
  if (fault !== undefined) await withdrawUnsigned(payment, fault, invocation, tpp);
  const status = await tpp.client.payments.status(payment);
  terminal.line(`  ${describePaymentStatus(status)}`);
  printMessages(status, terminal);
  const signing = isWaitingForSigners(status)
    ? await findSigning(payment.paymentId, invocation, tpp.control)
    : undefined;
  if (signing !== undefined) terminal.note(describeNextSigners(signing, invocation));
  const { product: _product, service: _service, ...response } = { service: undefined, ...payment };
  const { transactionStatus, fundsAvailable } = status;
  terminal.json({
    ...response,
    transactionStatus,
    ...(signing !== undefined && { signed: signing.signed, next: signing.next }),
    ...(fundsAvailable !== undefined && { fundsAvailable }),
    ...(fault !== undefined && { error: { kind: "failed", message: fault.message } }),
  });
  if (fault !== undefined) throw new FailedWithResult(fault.message, { cause: fault });
};

const printCreated = (payment: CreatedPayment<PaymentProduct>, terminal: Terminal): void => {
  printMessages(payment, terminal);
  const fees = payment.transactionFees;
  if (fees !== undefined) terminal.line(`  Fees ${fees.amount} ${fees.currency}`);
};

/**
 * Creates the payment. If the bank refuses it as a duplicate of one that this command made and
 * nobody has approved, continues with that one: a command that was stopped can be repeated.
 */
const createOrContinue = async (
  wanted: WantedPayment,
  invocation: Invocation,
  tpp: OpenTpp,
  acting: ActingPsu,
): Promise<CreatedPayment<PaymentProduct> | PaymentReference> => {
  const { product } = wanted;
  const isForBasket = invocation.has("unsigned");
  const bodyHash = hashBody(wanted);
  try {
    const isAllowed = invocation.has("allow-duplicate");
    const payment = await acting.withSca(() => create(wanted, tpp, acting, isAllowed));
    const { paymentId: id } = payment;
    acting.store({ id, kind: "payment", product, ...(!isForBasket && { bodyHash }) });
    return payment;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const { made } = tpp.folder.readMemory(tpp.bank);
    const earlier = made.findLast((each) => each.bodyHash === bodyHash);
    if (earlier === undefined) throw error;
    const payment = { product, paymentId: earlier.id };
    const { transactionStatus } = await tpp.client.payments.status(payment);
    const { terminal } = invocation;
    if (!isUnsigned(transactionStatus) || isForBasket) {
      const status = nextCommand(invocation, "status", earlier.id);
      terminal.note(["You made the same payment before. To see it, run", `  ${status}`]);
      throw error;
    }
    terminal.note("You made this payment before and it is not approved yet; continuing with it.", {
      continued: earlier.id,
    });
    // The payment is approved in an SCA of its own, which needs a known PSU.
    await acting.withSca(() => tpp.client.user.read(acting.psu));
    return payment;
  }
};

const hashBody = ({ product, body }: WantedPayment): string =>
  createHash("sha256")
    .update(`${product} ${JSON.stringify(body)}`)
    .digest("base64url");

const isDuplicate = (error: unknown): boolean =>
  error instanceof RefusedError &&
  error.messages.some(({ text }) => text?.includes("allowLogicalDuplicate"));

/** A body from a file may be invalid on purpose: the bank checks it, not the type system. */
const create = (
  { product, body }: WantedPayment,
  { client }: OpenTpp,
  { psu }: ActingPsu,
  allowLogicalDuplicate: boolean,
): Promise<CreatedPayment<PaymentProduct>> => {
  const payments = client.payments as Payments<Record<PaymentProduct, object>>;
  return payments.create(
    product,
    body,
    psu,
    allowLogicalDuplicate ? { allowLogicalDuplicate } : {},
  );
};
