import assert from "node:assert/strict";
import test from "node:test";
import { bankChecks, runChecks } from "@varde/conformance";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck } from "@varde/testkit/conformance";
import { createRedactor } from "../src/wire/redact.ts";

const { kari, ola } = dataSet.people;

/** Checks that send or receive every kind of private data. */
const only = ["GATE", "sig-wrong", "sweep-no-signature", "bod-debtor-scheme", "bod-kid", "var-app"];

test("no value of the configuration and nothing about the PSU is in a report", async () => {
  await using bank = await aBank();
  const checked = aBankToCheck(bank);
  const report = await runChecks(bankChecks, checked, { only });
  const text = JSON.stringify(report);
  const signature = report.exchanges[0]?.request.headers.find(([name]) => name === "Signature");
  assert.match(signature?.[1] ?? "", /^keyId="SN=\w+…$/);
  const secrets = {
    key: bank.tpp.privateKeyPem.split("\n")[3] ?? "",
    certificate: checked.tpp.certificate.der.toString("base64").slice(40, 80),
    "customer number": kari.customerNumber,
    "the PSU's name": kari.name,
    "debtor account": kari.current.bban,
    "another account": kari.savings.bban,
    "account id": kari.current.accountId,
    card: kari.card.relatedAccount,
    "creditor account": ola.current.bban,
    "creditor name": ola.name,
    KID: checked.kidPayee?.kid ?? "",
    "SCA link": `${bank.addresses.http}/sca/`,
  };
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 3, name);
    assert.ok(!text.includes(secret), `${name} is in the report`);
  }
  // Readers get what they need.
  assert.match(text, /"psu-1"/);
  assert.match(text, /debtor-bban/);
});

test("with showData, bodies of account operations are shown", async () => {
  await using bank = await aBank();
  const options = { only: ["sweep-no-signature"], showData: true };
  const report = await runChecks(bankChecks, aBankToCheck(bank), options);
  assert.ok(JSON.stringify(report).includes(kari.savings.bban));
});

test("a value is also hidden in another letter case and in percent escapes", () => {
  const redactor = createRedactor();
  redactor.hide("1b4e28ba-2fa1-41d2-883f-0016d3cca427", "psu-1");
  redactor.hide("https://bank.example/sca/Ab c?x=æ", "sca-link-1");
  const written =
    "1B4E28BA-2FA1-41D2-883F-0016D3CCA427 https://bank.example/sca/Ab%20c?x=%C3%A6 " +
    encodeURIComponent("https://bank.example/sca/Ab c?x=æ");
  assert.equal(redactor.text(written), "psu-1 sca-link-1 sca-link-1");
  // A hostile bank may send half of a character.
  redactor.hide("https://bank.example/\ud800", "sca-link-2");
});
