import type { PaymentProduct } from "@varde/protocol";
import { type Invocation, UsageError, unknownWord } from "./command.ts";
import type { MadeRecord } from "./identity/tpp-folder.ts";
import { readFileJson } from "./read-file.ts";

/** A payment to be sent. */
export interface WantedPayment {
  readonly product: PaymentProduct;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The word for each product on the command line, and whether both accounts are Norwegian. */
const products = {
  NDCT: { word: "domestic", isDomestic: true },
  NCBCT: { word: "cross-border", isDomestic: false },
  INDCTS: { word: "instant", isDomestic: true },
  CBCT: { word: "foreign", isDomestic: false },
  SCT: { word: "sepa", isDomestic: false },
} as const satisfies Record<PaymentProduct, { word: string; isDomestic: boolean }>;

const productByWord: Readonly<Record<string, PaymentProduct>> = Object.fromEntries(
  Object.entries(products).map(([product, { word }]) => [word, product as PaymentProduct]),
);

export const productWords = Object.keys(productByWord);

/**
 * Builds the body of a payment from options. Values are not checked here, so that the bank's
 * response to invalid ones can be seen.
 */
export const paymentFromOptions = (invocation: Invocation): WantedPayment => {
  const { text } = invocation;
  const file = text("file");
  const product = readProduct(text("product"), text("to"));
  if (file !== undefined) return { product, body: readBody(file) };
  const missing = ["from", "to", "name", "amount"].filter((name) => text(name) === undefined);
  if (missing.length > 0) {
    const names = missing.map((name) => `--${name}`).join(", ");
    throw new UsageError(`${names} ${missing.length === 1 ? "is" : "are"} missing`);
  }
  const needed = (name: string): string => text(name) ?? "";
  const currency = text("currency") ?? "NOK";
  const country = text("country") ?? readCountry(needed("to")) ?? "NO";
  const { isDomestic } = products[product];
  return {
    product,
    body: {
      instructedAmount: { amount: needed("amount"), currency },
      debtorAccount: toAccount(needed("from"), text("from-currency") ?? "NOK", product),
      creditorName: needed("name"),
      creditorAccount: toAccount(needed("to"), isDomestic ? "NOK" : currency, product),
      creditorAddress: { country },
      ...optional("creditorAgent", text("bic")),
      ...optional("remittanceInformationUnstructured", text("text")),
      ...optional("remittanceInformationStructuredArray", toReferences(text("kid"))),
      ...optional("requestedExecutionDate", text("date")),
      ...optional("regulatoryReportingCode", text("reporting-code")),
      ...optional("regulatoryReportingInformation", text("reporting-text")),
    },
  };
};

const optional = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

const toReferences = (kid: string | undefined) =>
  kid === undefined ? undefined : [{ reference: kid }];

/** A foreign IBAN means a cross-border payment; everything else is domestic. */
const readProduct = (word: string | undefined, to: string | undefined): PaymentProduct => {
  if (word === undefined) return (readCountry(to ?? "") ?? "NO") === "NO" ? "NDCT" : "NCBCT";
  const product = productByWord[word.toLowerCase()];
  if (product !== undefined) return product;
  throw unknownWord("product", word, productWords);
};

const readCountry = (account: string): string | undefined => /^([A-Z]{2})\d{2}/.exec(account)?.[1];

/** A Norwegian IBAN ends with the account number, which domestic payments need. */
const toAccount = (account: string, currency: string, product: PaymentProduct) => {
  const number = account.replace(/[ .]/g, "");
  if (readCountry(number) === undefined) return { bban: number, currency };
  const { isDomestic } = products[product];
  return isDomestic ? { bban: number.slice(4), currency } : { iban: number, currency };
};

const readBody = (file: string): Readonly<Record<string, unknown>> => {
  const body = readFileJson(file);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new UsageError(`--file ${file} must contain one JSON object, the body of the payment`);
};

/** Returns what this TPP made under an id; if it is unknown, a payment of the given product. */
export const findMade = (
  id: string,
  made: readonly MadeRecord[],
  productWord: string | undefined,
): MadeRecord => {
  const known = made.find((each) => each.id === id);
  if (known !== undefined) return known;
  const product = productByWord[productWord ?? "domestic"];
  if (product === undefined) throw unknownWord("product", productWord ?? "", productWords);
  return { id, kind: "payment", product, psu: "", at: "" };
};
