import assert from "node:assert/strict";
import test from "node:test";
import { bankChecks, runChecks } from "@varde/conformance";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck, serveOnTls } from "@varde/testkit/conformance";
import { TestAuthority, tppName } from "@varde/testkit/tpp";

const choices = [
  ["off", "passed does not look at it"],
  ["optional", "variant checks it if it is sent"],
  ["required", "variant requires it"],
] as const;

/** The certificate of the bank's own TPP for its connections. */
const qwac = new TestAuthority("Connection CA").issue({
  subject: tppName("Test TPP", "310000000"),
  qcType: "web",
});

for (const [clientCertificate, seen] of choices) {
  test(`a bank on TLS with clientCertificate ${clientCertificate} is recognised`, async () => {
    await using bank = await aBank({ bank: { clientCertificate } });
    await using served = await serveOnTls(bank);
    const client = { cert: qwac.certificatePem, key: qwac.privateKeyPem };
    const { address } = served;
    const checked = aBankToCheck(bank, { address, tls: { ...served.tls, ...client } });
    const report = await runChecks(bankChecks, checked, { only: ["TLS"] });
    const results = report.checks.filter(({ group }) => group === "TLS");
    assert.deepEqual(
      results.map((each) => `${each.id} ${each.result} ${each.seen}`.trim()),
      [
        "tls-1.2 passed",
        "tls-1.0 passed ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
        "tls-1.1 passed ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
        `tls-client-certificate ${seen}`,
      ],
    );
  });
}
