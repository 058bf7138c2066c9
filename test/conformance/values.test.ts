import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, aPayment, ncbct, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { BodyVerdicts } from "./body-verdicts.ts";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);
const domestic = new BodyVerdicts(tpp, ndct, headers);
const crossBorder = new BodyVerdicts(tpp, ncbct, headers);
const payee = dataSet.payees.architects.bban;

const withAmount = (amount: unknown, currency: unknown = "NOK") =>
  aPayment({ instructedAmount: { amount, currency } });
const withCountry = (country: unknown) => aPayment({ creditorAddress: { country } });
const creditorIn = (currency: unknown) =>
  aPayment({ creditorAccount: { bban: payee, currency }, creditorAgent: "DNBANOKK" });
const debtorBban = (bban: string) => aPayment({ debtorAccount: { bban, currency: "NOK" } });

describe("codes", () => {
  test("VAL-01: accepts listed currency codes, also those withdrawn from ISO 4217", async () => {
    for (const currency of ["NOK", "EUR", "JPY", "KWD", "XDR", "ZWD", "SPL", "HRK"]) {
      await domestic.accepts(creditorIn(currency));
    }
  });

  test("VAL-02: refuses a currency code outside the list", async () => {
    const bodies = ["BYN", "XXX", "nok", "NO", "NOKK", "", null].map(creditorIn);
    await domestic.refuses("/creditorAccount/currency", bodies);
  });

  test("VAL-03: accepts listed country codes", async () => {
    await domestic.accepts(...["NO", "SE", "AX", "EH", "ZW"].map(withCountry));
  });

  test("VAL-04: refuses a country code outside the list", async () => {
    const bodies = ["NOR", "XK", "no", "N", "", 47].map(withCountry);
    await domestic.refuses("/creditorAddress/country", bodies);
  });

  test("VAL-11, NDC-24: accepts each of the 14 purpose codes", async () => {
    const codes = "INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR";
    await domestic.accepts(...codes.split(" ").map((purposeCode) => aPayment({ purposeCode })));
  });

  test("VAL-12, NDC-24, NCB-15: refuses another purpose code", async () => {
    const codes = ["GDDS", "sala", "", "OTHER"];
    await domestic.refuses(
      "/purposeCode",
      codes.map((purposeCode) => aPayment({ purposeCode })),
    );
    await crossBorder.refuses("/purposeCode", [aCrossBorderPayment({ purposeCode: "GDDS" })]);
  });
});

describe("amounts", () => {
  const path = "/instructedAmount/amount";

  test("VAL-07: requires an amount as a string and refuses a JSON number", async () => {
    await domestic.refuses(path, [withAmount(100), withAmount(100.5), withAmount(null)]);
  });

  test("VAL-08, VAL-15: refuses an amount that is too long or not in plain notation", async () => {
    await domestic.accepts(withAmount("9999999999999.99"));
    const malformed = `0.00 -1.00 +1.00 1e3 00.10 .50 5. 1,00 0x10 NaN １００.00 12345678901234.00`;
    await domestic.refuses(
      path,
      [...malformed.split(" "), " 1.00", ""].map((amount) => withAmount(amount)),
    );
  });

  test("VAL-09: allows the fraction digits of the currency", async () => {
    await domestic.accepts(withAmount("1.50"), withAmount("15", "JPY"), withAmount("1.500", "KWD"));
    const wrong = [
      withAmount("1"),
      withAmount("1.5"),
      withAmount("1.505"),
      withAmount("15.00", "JPY"),
      withAmount("1.50", "KWD"),
    ];
    await domestic.refuses(path, wrong);
  });
});

describe("account numbers, dates and texts", () => {
  test("VAL-05: refuses a BBAN over 30 characters", async () => {
    const creditor = (length: number) =>
      aCrossBorderPayment({
        creditorAccount: { bban: "1".repeat(length), currency: "USD" },
        creditorAgent: "CHASUS33",
      });
    await crossBorder.accepts(creditor(30));
    await crossBorder.refuses("/creditorAccount/bban", [creditor(31), creditor(0)]);
  });

  test("VAL-06: refuses an IBAN over 34 characters", async () => {
    const iban = `NO${"1".repeat(33)}`;
    await crossBorder.refuses("/creditorAccount/iban", [
      aCrossBorderPayment({ creditorAccount: { iban, currency: "EUR" } }),
    ]);
  });

  test("VAL-17: refuses a Norwegian BBAN with a wrong check digit", async () => {
    const to = (bban: string) => aPayment({ creditorAccount: { bban, currency: "NOK" } });
    await domestic.accepts(to("86011117947"), to("12345678903"));
    const wrong = ["86011117948", "12345678901", "8601111794", "8601.11.17947", "NO938601111"];
    await domestic.refuses("/creditorAccount/bban", wrong.map(to));
    await domestic.refuses("/debtorAccount/bban", [debtorBban("60050000001")]);
  });

  test("VAL-18: checks an IBAN by country, mod 97 and, for Norway, mod 11", async () => {
    const to = (iban: string) =>
      aCrossBorderPayment({ creditorAccount: { iban, currency: "EUR" } });
    await crossBorder.accepts(to("DE89370400440532013000"), to("NO9386011117947"));
    const wrong = [
      "DE88370400440532013000",
      "DE8937040044053201300",
      "XX89370400440532013000",
      "NO6686011117948",
      "de89370400440532013000",
    ];
    await crossBorder.refuses("/creditorAccount/iban", wrong.map(to));
  });

  test("VAL-19, NDC-06, NCB-06: requires a BIC of 8 or 11 characters with a country", async () => {
    const via = (creditorAgent: string) => aPayment({ creditorAgent });
    await domestic.accepts(via("DNBANOKK"), via("DNBANOKKXXX"), via("SPTRNO22"));
    const wrong = ["DNBANOKKX", "DNBAXX22", "dnbanokk", ""];
    await domestic.refuses("/creditorAgent", wrong.map(via));
    await crossBorder.refuses("/creditorAgent", [
      aCrossBorderPayment({ creditorAgent: "DNBAXX22" }),
    ]);
  });

  test("VAL-10, GEN-09: refuses a date that is not a calendar day in ISO 8601 form", async () => {
    const on = (requestedExecutionDate: unknown) => aPayment({ requestedExecutionDate });
    const wrong = [
      "2027-02-30",
      "2027-2-3",
      "03.02.2027",
      "2027-02-03T00:00:00+00:00",
      "",
      20270203,
    ];
    await domestic.refuses("/requestedExecutionDate", wrong.map(on));
  });

  test("VAL-16, NDC-03: counts lengths in code points of the composed form", async () => {
    const named = (creditorName: string) => aPayment({ creditorName });
    await domestic.accepts(named("ø".repeat(70)), named("a\u030a".repeat(70)));
    await domestic.refuses("/creditorName", [named("ø".repeat(71))]);
  });

  test("GEN-07, GEN-08, GEN-15: refuses unsupported letters with 400 and names them", async () => {
    const named = (creditorName: string) => aPayment({ creditorName });
    await domestic.accepts(
      named("Blåbærsyltetøy AS"),
      named("Máret Porsáŋgu"),
      named("Müller & Søn"),
    );
    for (const letter of ["😀", "Ł", "漢", "\u0000", "\n"]) {
      await domestic.refuses("/creditorName", [named(`Ola ${letter}`)]);
    }
    const { text } = await domestic.send(named("Ola 😀"));
    assert.match(text, /😀|1F600/i);
  });

  test("END-29: ignores unknown fields and reports them", async () => {
    const response = await domestic.send(aPayment({ colour: "blue", debtorName: "Kari" }));
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
