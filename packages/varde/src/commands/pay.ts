import type { PaymentProduct } from "@varde/protocol";
import { type CreatedPayment, type PaymentBodies, type Payments, ScaFailedError } from "@varde/tpp";
import { type Command, FailedWithResult, type Invocation, UsageError } from "../command.ts";
import { type OpenTpp, openTpp } from "../open-tpp.ts";
import { psuOptions } from "../options.ts";
import { describeStatus } from "../payment/describe-status.ts";
import {
  paymentFromOptions,
  productWords,
  type WantedPayment,
} from "../payment/payment-from-options.ts";
import { printMessages } from "../payment/print-messages.ts";
import { signPayment } from "../payment/sign-payment.ts";
import { openPsu, type PsuAtHand } from "../sca/open-psu.ts";

export const pay: Command = {
  usage: [
    "pay --from ACCOUNT --to ACCOUNT --name NAME --amount 249.50 [OPTIONS]",
    "pay --file BODY.json [--product PRODUCT] [OPTIONS]",
  ],
  about: [
    "Creates a payment and has the PSU approve it. The bank's page opens in your browser; in the " +
      "sandbox, identify with the customer number of whoever owns the account and approve. With " +
      "--approve NUMBER no browser is needed. Accounts are account numbers or IBANs; varde " +
      "customers lists those of the sandbox.",
    `Products are ${productWords.join(", ")}. A payment to a foreign IBAN is cross-border, every ` +
      "other one domestic, unless --product says otherwise. From NOK 100 000 a payment across " +
      "the border also needs --reporting-code and --reporting-text.",
    "A payment inside the bank is booked at once; others wait for the next batch: see varde " +
      "batch and varde status.",
  ],
  options: {
    from: { type: "string", value: "ACCOUNT", about: "The account to pay from." },
    to: { type: "string", value: "ACCOUNT", about: "The account to pay to." },
    name: { type: "string", value: "NAME", about: "Who is paid." },
    amount: { type: "string", value: "AMOUNT", about: "With all decimals, like 249.50." },
    currency: { type: "string", value: "CODE", about: "NOK unless given." },
    text: { type: "string", value: "TEXT", about: "A message to the payee." },
    kid: { type: "string", value: "KID", about: "A payment reference in place of a message." },
    date: { type: "string", value: "DATE", about: "When to pay, like 2027-01-15; at once if not." },
    product: { type: "string", value: "PRODUCT", about: "One of the products above." },
    bic: { type: "string", value: "BIC", about: "The payee's bank." },
    country: { type: "string", value: "CODE", about: "The payee's country; that of the account." },
    "from-currency": { type: "string", value: "CODE", about: "Of the account to pay from; NOK." },
    "reporting-code": { type: "string", value: "CODE", about: "What a large payment is for: 14." },
    "reporting-text": { type: "string", value: "TEXT", about: "The same in words." },
    file: {
      type: "string",
      value: "FILE",
      about: "The whole body as JSON; - reads it from stdin.",
    },
    "allow-duplicate": {
      type: "boolean",
      about: "Let it through if it looks like an earlier one.",
    },
    unsigned: { type: "boolean", about: "Only create it, for a basket (varde basket)." },
    ...psuOptions,
  },
  examples: [
    {
      about: "Kari pays Ola; both are customers of the sandbox",
      line:
        'varde pay --from 99901010028 --to 99901010117 --name "Ola Bråten" \\\n' +
        '  --amount 249.50 --text "Seks glass" --approve 03848420491',
    },
    {
      about: "A bill with a KID, due later",
      line:
        'varde pay --from 99901010028 --to 99801010012 --name "Fossekall Kraft AS" \\\n' +
        "  --amount 1240.00 --kid 12345678901234569 --date 2027-01-15 --approve 03848420491",
    },
    {
      about: "Across the border, large enough to be reported",
      line:
        'varde pay --from 99902020213 --to DE89370400440532013000 --name "Holz GmbH" \\\n' +
        "  --amount 9500.00 --currency EUR --bic COBADEFF --reporting-code 14 \\\n" +
        '  --reporting-text "Timber" --approve 22886740496',
    },
  ],
  run: async (invocation) => {
    if (invocation.words.length > 0) {
      throw new UsageError(`"${invocation.words[0]}" stands alone; name it with an option`);
    }
    const wanted = paymentFromOptions(invocation);
    const tpp = openTpp(invocation);
    const atHand = await openPsu(invocation, tpp);
    try {
      await createAndSign(wanted, invocation, tpp, atHand);
    } finally {
      atHand.close();
      tpp.client.close();
    }
  },
};

const createAndSign = async (
  wanted: WantedPayment,
  invocation: Invocation,
  tpp: OpenTpp,
  atHand: PsuAtHand,
): Promise<void> => {
  const { terminal, has } = invocation;
  const isSigned = !has("unsigned");
  // A payment for a basket belongs to a PSU who is known, so they identify before it is made.
  if (!isSigned) await atHand.withSca(() => tpp.client.user.read(atHand.psu));
  const payment = await atHand.withSca(() => create(wanted, tpp, atHand, has("allow-duplicate")));
  atHand.keep({ id: payment.paymentId, kind: "payment", product: wanted.product });
  terminal.line(`Payment ${payment.paymentId}`);
  printMessages(payment, terminal);
  const fees = payment.transactionFees;
  if (fees !== undefined) terminal.line(`  Fees ${fees.amount} ${fees.currency}`);
  const fault = isSigned ? await faultOf(signPayment(payment, tpp, atHand)) : undefined;
  const status = await tpp.client.payments.status(payment);
  terminal.line(`  ${describeStatus(status.transactionStatus)}`);
  printMessages(status, terminal);
  const { product: _product, service: _service, ...answer } = payment;
  const { transactionStatus, fundsAvailable } = status;
  terminal.json({
    ...answer,
    transactionStatus,
    ...(fundsAvailable !== undefined && { fundsAvailable }),
    ...(fault !== undefined && { error: { kind: "failed", message: fault.message } }),
  });
  if (fault !== undefined) throw new FailedWithResult(fault.message, { cause: fault });
};

/** An SCA that failed; the payment may stand all the same, so its status is still of interest. */
const faultOf = async (signing: Promise<void>): Promise<ScaFailedError | undefined> => {
  try {
    await signing;
    return undefined;
  } catch (error) {
    if (error instanceof ScaFailedError) return error;
    throw error;
  }
};

/** The bank is the judge of a body that came from a file, so its type is taken on trust here. */
const create = (
  { product, body }: WantedPayment,
  { client }: OpenTpp,
  { psu }: PsuAtHand,
  allowLogicalDuplicate: boolean,
): Promise<CreatedPayment<PaymentProduct>> => {
  const payments = client.payments as Payments<Record<keyof PaymentBodies, object>>;
  return payments.create(
    product,
    body,
    psu,
    allowLogicalDuplicate ? { allowLogicalDuplicate } : {},
  );
};
