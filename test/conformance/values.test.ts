import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, aPayment, ncbct, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { PaymentVerdicts } from "./payment-verdicts.ts";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);
const send = (path: string) => (body: object) => tpp.send({ path, body, headers });
const domestic = new PaymentVerdicts({ body: aPayment, send: send(ndct) });
const crossBorder = new PaymentVerdicts({ body: aCrossBorderPayment, send: send(ncbct) });

/** Returns changes that give a field each of the values, with other changes beside. */
const each = (pointer: string, values: readonly unknown[], beside: object = {}) =>
  values.map((value) => ({ ...beside, [pointer]: value }));

describe("codes", () => {
  const beside = { "/creditorAgent": "DNBANOKK" };

  test("VAL-01: accepts listed currency codes, also those withdrawn from ISO 4217", async () => {
    const codes = ["NOK", "EUR", "JPY", "KWD", "XDR", "ZWD", "SPL", "HRK"];
    await domestic.accept(...each("/creditorAccount/currency", codes, beside));
  });

  test("VAL-02: refuses a currency code outside the list", async () => {
    await domestic.follow("bod-currency");
    const codes = ["BYN", "XXX", "nok", "NO", "NOKK", "", null];
    await domestic.refuse("/creditorAccount/currency", codes, { beside });
  });

  test("VAL-03: accepts listed country codes", async () => {
    await domestic.accept(...each("/creditorAddress/country", ["NO", "SE", "AX", "EH", "ZW"]));
  });

  test("VAL-04: refuses a country code outside the list", async () => {
    await domestic.follow("bod-country");
    await domestic.refuse("/creditorAddress/country", ["XK", "no", "N", "", 47]);
  });

  test("VAL-11, NDC-24: accepts each of the 14 purpose codes", async () => {
    const codes = "INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR";
    await domestic.accept(...each("/purposeCode", codes.split(" ")));
  });

  test("VAL-12, NDC-24, NCB-15: refuses another purpose code", async () => {
    await domestic.follow("bod-purpose");
    await domestic.refuse("/purposeCode", ["GDDS", "sala", "", "OTHER"]);
    await crossBorder.refuse("/purposeCode", ["GDDS"]);
    await crossBorder.accept({ "/purposeCode": "SUPP" });
  });
});

describe("amounts", () => {
  const path = "/instructedAmount/amount";

  test("VAL-07: requires an amount as a string and refuses a JSON number", async () => {
    await domestic.follow("bod-amount-number");
    await domestic.refuse(path, [100, null]);
  });

  test("VAL-08, VAL-15: refuses an amount that is too long or not in plain notation", async () => {
    await domestic.accept({ [path]: "9999999999999.99" });
    const malformed = `0.00 -1.00 +1.00 1e3 00.10 .50 5. 1,00 0x10 NaN １００.00 12345678901234.00`;
    await domestic.refuse(path, [...malformed.split(" "), " 1.00", "", "1.123456"]);
  });

  test("VAL-09: allows the fraction digits of the currency", async () => {
    const currency = "/instructedAmount/currency";
    await domestic.follow("bod-amount-digits");
    await crossBorder.follow("bod-amount-jpy", path);
    await domestic.accept(
      { [path]: "15", [currency]: "JPY" },
      { [path]: "1.500", [currency]: "KWD" },
    );
    await domestic.refuse(path, ["1", "1.5"]);
    await domestic.refuse(path, ["15.00"], { beside: { [currency]: "JPY" } });
    await domestic.refuse(path, ["1.50"], { beside: { [currency]: "KWD" } });
  });
});

describe("account numbers, dates and texts", () => {
  test("VAL-05: refuses a BBAN over 30 characters", async () => {
    const account = "/creditorAccount";
    const beside = { [`${account}/iban`]: undefined, "/creditorAgent": "CHASUS33" };
    await crossBorder.accept(...each(`${account}/bban`, ["1".repeat(30)], beside));
    await crossBorder.refuse(`${account}/bban`, ["1".repeat(31), ""], { beside });
  });

  test("VAL-17: refuses a Norwegian BBAN with a wrong check digit", async () => {
    await domestic.accept(...each("/creditorAccount/bban", ["86011117947", "12345678903"]));
    const wrong = ["86011117948", "12345678901", "8601111794", "8601.11.17947", "NO938601111"];
    await domestic.refuse("/creditorAccount/bban", [...wrong, "1".repeat(31)]);
    await domestic.refuse("/debtorAccount/bban", ["60050000001"]);
  });

  test("VAL-18: checks an IBAN by country, mod 97 and, for Norway, mod 11", async () => {
    await crossBorder.follow("ncb-iban-check");
    await crossBorder.accept({ "/creditorAccount/iban": "NO9386011117947" });
    const wrong = [
      "DE8937040044053201300",
      "XX89370400440532013000",
      "NO6686011117948",
      "de89370400440532013000",
    ];
    await crossBorder.refuse("/creditorAccount/iban", wrong);
  });

  test("VAL-19, NDC-06, NCB-06: requires a BIC of 8 or 11 characters with a country", async () => {
    await domestic.accept(...each("/creditorAgent", ["DNBANOKK", "DNBANOKKXXX", "SPTRNO22"]));
    await domestic.refuse("/creditorAgent", ["DNBANOKKX", "DNBAXX22", "dnbanokk", ""]);
    await crossBorder.accept({ "/creditorAgent": "COBADEFF" });
    await crossBorder.refuse("/creditorAgent", ["DNBAXX22", "COBADEX"]);
  });

  test("VAL-10, GEN-09: refuses a date that is not a calendar day in ISO 8601 form", async () => {
    const wrong = [
      "2027-02-30",
      "2027-2-3",
      "03.02.2027",
      "2027-02-03T00:00:00+00:00",
      "",
      20270203,
    ];
    await domestic.refuse("/requestedExecutionDate", wrong);
  });

  test("VAL-16, NDC-03: counts lengths in code points of the composed form", async () => {
    await domestic.follow("bod-name-70");
    await domestic.accept({ "/creditorName": "a\u030a".repeat(70) });
  });

  test("GEN-07, GEN-08, GEN-15: refuses unsupported letters with 400 and names them", async () => {
    const names = ["Blåbærsyltetøy AS", "Máret Porsáŋgu", "Müller & Søn"];
    await domestic.accept(...each("/creditorName", names));
    const letters = ["😀", "Ł", "漢", "\u0000", "\n"];
    await domestic.refuse(
      "/creditorName",
      letters.map((letter) => `Ola ${letter}`),
    );
    const { text } = await domestic.send({ "/creditorName": "Ola 😀" });
    assert.match(text, /😀|1F600/i);
  });

  test("END-29: ignores unknown fields and reports them", async () => {
    const response = await domestic.send({ "/colour": "blue", "/debtorName": "Kari" });
    assert.equal(response.status, 201);
    assert.match(String(response.headers["varde-warning"]), /colour/);
    assert.equal(response.json.tppMessages, undefined);
  });

  test("END-29: ignores an unknown query parameter and reports it", async () => {
    const path = `${ndct}?allowlogicalduplicate=true&a%0Ab=1&a%0Ab=2`;
    const response = await tpp.send({ path, body: aPayment(), headers });
    assert.equal(response.status, 201);
    const warning = String(response.headers["varde-warning"]);
    assert.match(warning, /unknown parameters: allowlogicalduplicate, a.?b\.$/);
    const known = { path: `${ndct}?allowLogicalDuplicate=true`, body: aPayment(), headers };
    assert.equal((await tpp.send(known)).headers["varde-warning"], undefined);
    const listed = await tpp.send({ path: "/v1/agreements?colour=blue", headers });
    assert.match(String(listed.headers["varde-warning"]), /colour/);
  });
});
