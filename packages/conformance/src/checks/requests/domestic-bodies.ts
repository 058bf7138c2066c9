import type { CaseFacts, Check } from "../check.ts";
import { bankDayAhead, requestKinds } from "../request-kinds.ts";
import { type Row, rowsOn } from "../rows.ts";

const { refuses, accepts, refusesEach } = rowsOn("BOD", requestKinds.payment);

const unstructured = "/remittanceInformationUnstructured";
const array = "/remittanceInformationStructuredArray";
const single = "/remittanceInformationStructured";

/** A row about the greatest length of a field: one character more is refused, not one byte. */
const longest = (
  id: string,
  rules: string,
  field: string,
  max: number,
  body: (text: string) => Readonly<Record<string, unknown>>,
  letter = "ø",
): ReturnType<Row> =>
  refuses(
    id,
    rules,
    `accepts ${max} characters in ${field} and refuses ${max + 1}`,
    { body: body(letter.repeat(max + 1)) },
    { control: { body: body(letter.repeat(max)) } },
  );

/** A change that pays the payee with a KID agreement. */
const toKidPayee =
  (references: readonly object[] | undefined) =>
  ({ bank }: CaseFacts) => ({
    body: {
      "/creditorAccount/bban": bank.kidPayee?.bban,
      [unstructured]: references === undefined ? "No KID" : undefined,
      [array]: references,
    },
  });

const withCard =
  (schemeNameProprietary: string) =>
  ({ bank }: CaseFacts) => ({
    body: {
      "/debtorAccount/bban": undefined,
      "/debtorAccount/other": { identification: bank.debtor.card, schemeNameProprietary },
    },
  });

const without = (...pointers: readonly string[]) =>
  Object.fromEntries(pointers.map((pointer) => [pointer, { body: { [pointer]: undefined } }]));

/**
 * Bodies of domestic payments: one fault each. The limits are written out, because a bank that
 * shares a table with the kit could share its faults too.
 */
// biome-ignore format: rows of a table
export const domesticBodies: readonly Check[] = [
  refuses("bod-amount-number", "VAL-07", "refuses an amount that is a JSON number",
    { body: { "/instructedAmount/amount": 7.12 } }),
  refuses("bod-amount-digits", "VAL-09", "refuses an amount in NOK with three fraction digits",
    { body: { "/instructedAmount/amount": "7.123" } }),
  refuses("bod-currency", "VAL-02", "refuses a currency that does not exist",
    { body: { "/instructedAmount/currency": "QQQ" } }),
  refusesEach("bod-country", "VAL-04", "refuses a country that is not a code of two letters on the list", {
    QQ: { body: { "/creditorAddress/country": "QQ" } },
    NOR: { body: { "/creditorAddress/country": "NOR" } },
  }),
  longest("bod-name-70", "NDC-03", "creditorName", 70,
    (text) => ({ "/creditorName": text })),
  longest("bod-street-70", "NDC-10", "creditorAddress.street", 70,
    (text) => ({ "/creditorAddress/street": text })),
  longest("bod-ultimate-70", "NDC-20", "ultimateDebtor", 70,
    (text) => ({ "/ultimateDebtor": text })),
  longest("bod-remittance-140", "NDC-21", "remittanceInformationUnstructured", 140,
    (text) => ({ [unstructured]: text })),
  longest("bod-reference-35", "REM-03", "reference", 35,
    (text) => ({ [unstructured]: undefined, [array]: [{ reference: text }] }), "x"),
  refuses("bod-empty-remittance", "NDC-21", "accepts a remittance of one character and refuses an empty one",
    { body: { [unstructured]: "" } }, { control: { body: { [unstructured]: "x" } } }),
  refuses("bod-both-remittances", "NDC-23", "refuses structured and unstructured remittance together",
    { body: { [array]: [{ reference: "12345" }] } },
    { control: { body: { [unstructured]: undefined, [array]: [{ reference: "12345" }] } } }),
  accepts("bod-array", "REM-09", "accepts remittanceInformationStructuredArray",
    { body: { [unstructured]: undefined, [array]: [{ reference: "12345" }] } }),
  accepts("bod-single-object", "REM-08", "accepts the old object remittanceInformationStructured",
    { body: { [unstructured]: undefined, [single]: { reference: "12345" } } }),
  refuses("bod-debtor-neither", "NDC-14", "refuses a debtor account with neither bban nor other",
    { body: { "/debtorAccount/bban": undefined } }),
  refuses("bod-debtor-both", "NDC-13", "refuses a debtor account with both bban and other",
    { body: { "/debtorAccount/other": { identification: "1", schemeNameProprietary: "creditCardAccount" } } }),
  refuses("bod-debtor-scheme", "NDC-18", "accepts the scheme creditCardAccount and refuses another",
    withCard("otherAccount"), { control: withCard("creditCardAccount"), needs: ["card"] }),
  refusesEach("bod-required", "NDC-01 NDC-02 NDC-07 NDC-08 NDC-09 NDC-12", "refuses a payment without a required field",
    without("/instructedAmount", "/instructedAmount/amount", "/instructedAmount/currency", "/creditorName",
      "/creditorAccount", "/creditorAccount/bban", "/creditorAccount/currency", "/creditorAddress",
      "/creditorAddress/country", "/debtorAccount", "/debtorAccount/currency")),
  refuses("bod-purpose", "VAL-12 NDC-24", "accepts the purpose code SALA and refuses QQQQ",
    { body: { "/purposeCode": "QQQQ" } }, { control: { body: { "/purposeCode": "SALA" } } }),
  refuses("bod-date", "VAL-10 NDC-25", "accepts a bank day ahead and refuses 30 February",
    ({ clock }) => ({ body: { "/requestedExecutionDate": bankDayAhead(clock).replace(/-\d\d-\d\d$/, "-02-30") } }),
    { control: ({ clock }) => ({ body: { "/requestedExecutionDate": bankDayAhead(clock) } }) }),
  refuses("bod-agent-needed", "NDC-05", "requires creditorAgent if the creditor account is in another currency",
    { body: { "/creditorAccount/bban": "12345678903", "/creditorAccount/currency": "EUR" } },
    { control: { body: { "/creditorAccount/bban": "12345678903", "/creditorAccount/currency": "EUR", "/creditorAgent": "DNBANOKK" } } }),
  {
    kind: "twin", id: "bod-kid", group: "BOD", rules: ["ERR-03", "ERR-04", "REM-10"], needs: ["kid-payee"],
    says: "refuses a wrong or missing KID with 400, if the payee's agreement requires one",
    on: requestKinds.payment,
    expect: { refused: "stated" },
    cases: [
      { name: "wrong", code: "KID_INVALID", change: toKidPayee([{ reference: "1" }]), control: (facts) =>
        toKidPayee([{ reference: facts.bank.kidPayee?.kid }])(facts) },
      { name: "missing", code: "KID_MISSING", change: toKidPayee(undefined) },
    ],
  },
  // A bank may process these characters; then it need not refuse them.
  refuses("bod-emoji", "GEN-08", "refuses a name with an emoji",
    { body: { "/creditorName": "Ola \u{1F600}" } }, { level: "should" }),
  refuses("bod-xml", "GEN-06", "refuses XML",
    { headers: { "Content-Type": "application/xml" }, text: "<Document/>" }, { statuses: [400, 415] }),
  refuses("bod-json", "ERR-14", "refuses JSON with a key twice",
    { text: (right) => right.replace("{", '{"creditorName":"Another Name",') }),
  accepts("bod-unknown-field", "END-29", "ignores a field that the interface does not define",
    { body: { "/somethingNew": "x" } }),
];
