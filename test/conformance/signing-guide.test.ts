import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, TestAuthority } from "@varde/testkit/tpp";

const bank = await aBank();
const authority = new TestAuthority();
const production = await aProductionBank(bank, { anchors: [authority.certificate] });
after(async () => {
  await production.close();
  await bank.close();
});

test("SIG-46: production refuses the key of the vectors with any certificate", async () => {
  const path = "../../docs/guides/signing-vectors/public-test-key.pem";
  const privateKey = createPrivateKey(readFileSync(new URL(path, import.meta.url)));
  const keys = { privateKey, publicKey: createPublicKey(privateKey) };
  const identity = authority.issue({ keys });
  const send = (to: typeof bank | typeof production) =>
    aTpp(to, identity).send({ path: "/v1/user", headers: callHeaders("s1") });
  assertRefused(await send(production), {
    status: 400,
    code: "BAD_REQUEST",
    path: "TPP-Signature-Certificate",
  });
  assert.match(String(production.log.lines.at(-1)?.reason), /test vectors, which is public/);
  assertRefused(await send(bank), { status: 401, code: "SCA_NOT_FOUND" });
});

describe("a refused signature", () => {
  const tpp = aTpp(bank);
  const refusals: Readonly<Record<string, (sent: Record<string, string | string[]>) => void>> = {
    "a wrong Signature": (sent) => {
      sent["TPP-Redirect-URI"] = "https://evil.example/";
    },
    "a malformed Signature": (sent) => {
      sent.Signature = "x";
    },
    "no Signature": (sent) => {
      delete sent.Signature;
    },
    "an old Date": (sent) => {
      sent.Date = "Thu, 15 Jan 2026 09:31:40 GMT";
    },
    "a wrong Digest": (sent) => {
      sent.Digest = "SHA-256=x";
    },
    "a malformed certificate": (sent) => {
      sent["TPP-Signature-Certificate"] = "x";
    },
  };

  for (const [title, tamper] of Object.entries(refusals)) {
    test(`SIG-45: ${title} names the signing guide, at an address that exists`, async () => {
      const headers = callHeaders("s1");
      const response = await tpp.send({ path: "/v1/user", headers, tamper });
      assert.equal(response.status, 400, response.text);
      const { text } = response.json.tppMessages[0];
      const [, address] = / See (http\S+)$/.exec(text) ?? [];
      assert.ok(address !== undefined, text);
      const page = await fetch(address);
      assert.equal(page.status, 200, address);
      assert.match(await page.text(), /<h1>Signing requests<\/h1>/);
    });
  }

  test("SIG-45: a long text is cut before the address of the guide", async () => {
    const headers = {
      ...callHeaders("s1"),
      "TPP-Redirect-URI": `https://t.example/${"x".repeat(900)}`,
    };
    const tamper = (sent: Record<string, string | string[]>) => {
      sent["TPP-Redirect-URI"] = `${sent["TPP-Redirect-URI"]}/`;
    };
    const { text } = (await tpp.send({ path: "/v1/user", headers, tamper })).json.tppMessages[0];
    assert.match(text, /…? See http\S+\/docs\/guides\/signing$/);
    assert.ok(text.length <= 512, `${text.length} characters`);
  });

  test("SIG-45: a certificate that is not trusted is not refused with the guide", async () => {
    const expired = await bank.authority.issueTppCertificate({
      name: "Late",
      organisationNumber: "310000026",
      roles: ["PSP_AI"],
      kind: "expired",
    });
    const response = await aTpp(bank, expired).send({
      path: "/v1/user",
      headers: callHeaders("s1"),
    });
    assert.equal(response.status, 403, response.text);
    assert.doesNotMatch(response.text, /guides\/signing/);
  });

  test("SIG-45: other refusals do not name it, and production names it never", async () => {
    const unsigned = await tpp.send({ path: "/v1/user", headers: callHeaders("s1") });
    assert.doesNotMatch(unsigned.text, /guides\/signing/);
    const identity = authority.issue();
    const wrong = await aTpp(production, identity).send({
      path: "/v1/user",
      headers: callHeaders("s1"),
      tamper: (sent) => {
        sent["TPP-Redirect-URI"] = "https://evil.example/";
      },
    });
    assertRefused(wrong, {
      status: 400,
      code: "BAD_REQUEST",
      text: /^The Signature check failed\.$/,
    });
  });

  test("SIG-45: its explanation links to the guide", async () => {
    const headers = callHeaders("s1");
    const tamper = refusals["a wrong Signature"];
    const response = await tpp.send({ path: "/v1/user", headers, ...(tamper && { tamper }) });
    const link = String(response.headers["varde-explain"]);
    const page = await (await fetch(link, { headers: { accept: "text/html" } })).text();
    assert.match(page, /<a href="\/docs\/guides\/signing">Signing requests<\/a>/);
  });
});
