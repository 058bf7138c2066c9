import assert from "node:assert/strict";
import { createPrivateKey, type KeyObject } from "node:crypto";
import { after, describe, test } from "node:test";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp, TestAuthority } from "@varde/testkit/tpp";

const sandbox = await aBank();
const authority = new TestAuthority();
const identity = authority.issue();
const production = await aProductionBank(sandbox, { anchors: [authority.certificate] });
after(async () => {
  await production.close();
  await sandbox.close();
});

const key: KeyObject = createPrivateKey(identity.privateKeyPem);
const base64 = (value: string | Buffer): string => Buffer.from(value).toString("base64");
const der = (type: "pkcs8" | "pkcs1"): string => base64(key.export({ type, format: "der" }));
const encrypted = { cipher: "aes-256-cbc", passphrase: "secret" } as const;

/** The same private key in the forms in which people send it. */
const forms: Readonly<Record<string, string>> = {
  "base64 of PKCS#8": der("pkcs8"),
  "base64 of PKCS#1": der("pkcs1"),
  "base64 of a PEM": base64(identity.privateKeyPem),
  "a PEM with blanks for line breaks": identity.privateKeyPem.replaceAll("\n", " "),
  "base64 in several lines": der("pkcs8").replace(/.{64}/g, "$& "),
  base64url: Buffer.from(der("pkcs8"), "base64").toString("base64url"),
  "base64 twice": base64(base64(identity.privateKeyPem)),
  "percent-encoded base64": encodeURIComponent(der("pkcs8")),
  "an encrypted PEM": base64(key.export({ type: "pkcs8", format: "pem", ...encrypted })),
  "encrypted DER": base64(key.export({ type: "pkcs8", format: "der", ...encrypted })),
  "a JSON Web Key": base64(JSON.stringify(key.export({ format: "jwk" }))),
  "a certificate and a key": base64(identity.certificatePem + identity.privateKeyPem),
};

describe("a private key in the certificate header", () => {
  for (const [title, value] of Object.entries(forms)) {
    test(`SIG-39: as ${title} is refused as compromised and never stored`, async () => {
      for (const date of [new Date(), new Date(0)]) {
        for (const bank of [sandbox, production]) {
          const response = await aTpp(bank, identity).send({
            path: "/v1/user",
            headers: { ...callHeaders("s1"), Date: date.toUTCString() },
            tamper: (sent) => {
              sent["TPP-Signature-Certificate"] = value;
            },
          });
          assert.equal(response.status, 400);
          const [{ path, text }] = response.json.tppMessages;
          const link = response.headers["varde-explain"];
          if (date.getTime() === 0) {
            const explanation = link === undefined ? "" : await (await fetch(String(link))).text();
            assert.ok(!explanation.includes(value.slice(40, 80)), explanation);
          } else {
            assert.equal(path, "TPP-Signature-Certificate");
            assert.match(text, /private key.*compromised.*replace it/);
            assert.equal(link, undefined);
          }
        }
      }
      assert.ok(!production.log.texts.join("").includes(value.slice(40, 80)));
    });
  }
});
