import type { Check } from "../check.ts";
import { requestKinds } from "../request-kinds.ts";
import { rowsOn } from "../rows.ts";

const { refuses, accepts } = rowsOn("NCB", requestKinds.crossBorder);
const bodies = rowsOn("BOD", requestKinds.crossBorder);

const code = "/regulatoryReportingCode";
const information = "/regulatoryReportingInformation";
const iban = "/creditorAccount/iban";

/** An amount that must be reported. The payment is never approved. */
const large = { "/instructedAmount/amount": "100000.00", "/instructedAmount/currency": "NOK" };
const reported = { ...large, [code]: "14", [information]: "Conformance check" };
const withBban = { [iban]: undefined, "/creditorAccount/bban": "370400440532013000" };

/** Bodies of payments abroad: one fault each. */
// biome-ignore format: rows of a table
export const crossBorderBodies: readonly Check[] = [
  bodies.refuses("bod-amount-jpy", "VAL-09", "accepts 100 yen and refuses 100.50",
    { body: { "/instructedAmount/currency": "JPY", "/instructedAmount/amount": "100.50" } },
    // The interface states the rule; few banks pay yen.
    { control: { body: { "/instructedAmount/currency": "JPY", "/instructedAmount/amount": "100" } }, level: "should" }),
  accepts("ncb-create", "END-03", "creates a payment abroad", {}),
  refuses("ncb-agent", "NCB-04 NCB-05", "requires creditorAgent with a BBAN",
    { body: withBban }, { control: { body: { ...withBban, "/creditorAgent": "COBADEFFXXX", "/creditorAddress": { country: "DE" } } } }),
  refuses("ncb-both-accounts", "NCB-08", "refuses a creditor account with both bban and iban",
    { body: { "/creditorAccount/bban": "370400440532013000", "/creditorAgent": "COBADEFFXXX" } },
    { control: { body: { "/creditorAgent": "COBADEFFXXX" } } }),
  refuses("ncb-code-required", "NCB-17", "requires regulatoryReportingCode from NOK 100 000 on",
    { body: { ...reported, [code]: undefined } }, { control: { body: reported } }),
  refuses("ncb-information", "NCB-19", "requires regulatoryReportingInformation from NOK 100 000 on",
    { body: { ...reported, [information]: undefined } }, { control: { body: reported } }),
  refuses("ncb-code-value", "NCB-18", "refuses a regulatoryReportingCode that is not listed",
    { body: { ...reported, [code]: "QQ" } }, { control: { body: reported } }),
  accepts("ncb-below-limit", "NCB-21", "accepts NOK 99 999.99 without reporting fields",
    { body: { ...large, "/instructedAmount/amount": "99999.99" } }),
  refuses("ncb-iban", "VAL-06", "refuses an IBAN of 35 characters",
    { body: { [iban]: `DE89${"3".repeat(31)}` } }, { control: {} }),
  refuses("ncb-iban-check", "VAL-18", "refuses an IBAN with wrong check digits",
    { body: { [iban]: "DE88370400440532013000" } }, { control: {} }),
];
