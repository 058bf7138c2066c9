import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { computeDigest } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { headerValue, resign, type SignedRawRequest } from "@varde/testkit/tpp";
import {
  coveredNames,
  repelledAttacks,
  setTo,
  signatureWith,
  type Tamper,
} from "./repelled-attacks.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, headers, psuId, body, attack, assertRepelled } = await repelledAttacks(bank);
const { key } = tpp;

describe("signatures that do not cover the request", () => {
  test("A01: refuses a request without a signature", async () => {
    await assertRepelled(() => attack((sent) => delete sent.Signature));
    await assertRepelled(() => attack(setTo("Signature", "")));
  });

  test("A01: refuses a signature without its list of headers", async () => {
    await assertRepelled(() =>
      attack(signatureWith((text) => text.replace(/,headers="[^"]*"/, ""))),
    );
  });

  test("A03: names each header that must be covered and is not", async () => {
    for (const name of coveredNames) {
      const names = coveredNames.filter((one) => one !== name);
      const response = await assertRepelled(() => attack((sent) => resign(sent, { key, names })));
      assert.match(response.text, new RegExp(name));
    }
    await assertRepelled(() => attack((sent) => resign(sent, { key, names: ["date"] })));
    await assertRepelled(() =>
      attack((sent) => resign(sent, { key, names: ["(request-target)"], target: ndct })),
    );
  });

  test("A03: requires that psu-corporate-id is covered if sent", async () => {
    await assertRepelled(() =>
      attack((sent) => {
        sent["PSU-Corporate-ID"] = randomUUID();
        resign(sent, { key, names: coveredNames });
      }),
    );
  });

  test("A01: refuses another body with the same Digest", async () => {
    const other = body.replace("hotellene", "hotellane");
    assert.notEqual(other, body);
    await assertRepelled(() => attack(() => {}, other));
    await assertRepelled(() => attack(() => {}, `${body} `));
    await assertRepelled(() => attack(() => {}, Buffer.alloc(0)));
  });

  test("A01: refuses another body with its own Digest", async () => {
    const other = JSON.stringify(aPayment({ creditorName: "Mallory" }));
    const digest = computeDigest(Buffer.from(other), "SHA-256");
    await assertRepelled(() => attack(setTo("Digest", digest), other));
  });

  test("A01: refuses a header that was added or changed after signing", async () => {
    const changes: readonly Tamper[] = [
      setTo("PSU-ID", randomUUID()),
      setTo("TPP-Redirect-URI", "https://evil.example/"),
      setTo("X-Request-ID", randomUUID()),
      setTo("PSU-Corporate-ID", randomUUID()),
    ];
    for (const change of changes) await assertRepelled(() => attack(change));
  });

  test("A01: refuses a PSU-ID added to a single-SCA request after signing", async () => {
    await assertRepelled(() =>
      tpp.send({
        path: ndct,
        body,
        headers: { ...headers, "PSU-ID": undefined, "PSU-Context": "PRIVATE" },
        tamper: setTo("PSU-ID", psuId),
      }),
    );
  });

  test("A01: refuses a repeated header, whichever of the two was signed", async () => {
    const names = ["Date", "Digest", "X-Request-ID", "PSU-ID", "TPP-Redirect-URI", "Signature"];
    for (const name of [
      ...names,
      "TPP-Signature-Certificate",
      "TPP-Session-ID",
      "X-PSU-IDENTITY",
    ]) {
      const value = (sent: SignedRawRequest["headers"]) =>
        headerValue(sent, name.toLowerCase()) ?? "x";
      for (const twice of [
        (good: string) => [good, "another"],
        (good: string) => ["another", good],
        (good: string) => [good, good],
      ]) {
        await assertRepelled(() => attack((sent) => setTo(name, twice(value(sent)))(sent)));
      }
    }
  });
});
