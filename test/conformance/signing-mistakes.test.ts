import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aTpp, RawTpp } from "@varde/testkit/tpp";
import { type Change, digestOf, sendMistaken, target } from "./send-mistaken.ts";
import { minified, put, signingMistakes } from "./signing-mistakes.ts";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const issued = async (kind: "expired" | "1024-bit" | "ec-key") => {
  const wish = { name: "Failing", organisationNumber: "310000026", roles: ["PSP_PI"] as const };
  return new RawTpp(
    bank.addresses.http,
    await bank.authority.issueTppCertificate({ ...wish, kind }),
  );
};
const send = (change: Change) => sendMistaken(change, tpp);

describe("the explanation of a signing mistake", () => {
  const explanations = new Map<string, string>();

  test("accepts the signature of a request without mistakes", async () => {
    const response = await send({});
    assert.notEqual(response.json.tppMessages[0].path, "Signature");
    assert.equal(response.headers["varde-explain"], undefined, response.text);
  });

  for (const [title, [change, names]] of Object.entries(signingMistakes)) {
    test(`SIG-04: ${title}`, async () => {
      const response = await send(change);
      assert.equal(response.status, 400, response.text);
      const [message] = response.json.tppMessages;
      assert.match(message.text, names);
      const link = String(response.headers["varde-explain"]);
      const explanation = (await (await fetch(link)).json()) as Record<string, unknown>;
      assert.equal(explanation.text, message.text);
      assert.equal(explanation.request, `POST ${target}`);
      assert.match(String(explanation.computedDigest), /^SHA-256=/);
      explanations.set(title, message.text);
    });
  }

  test("names no mistake that was not made", () => {
    assert.equal(explanations.size, Object.keys(signingMistakes).length);
    assert(explanations.size >= 40);
    for (const [title, text] of explanations) {
      const named = Object.entries(signingMistakes)
        .filter(([, [, names]]) => names.test(text))
        .map(([other]) => other);
      assert.deepEqual(named, [title], text);
    }
  });

  test("names the first of two mistakes, or both", async () => {
    const readExplanation = async (change: Change) => (await send(change)).json.tppMessages[0].text;
    const late = { date: new Date(Date.now() - 600_000).toUTCString() };
    const newline: Change = { signs: (s) => `${s}\n` };
    assert.match(await readExplanation({ ...newline, headers: late }), /behind the bank's clock/);
    const both = await readExplanation({
      signs: (...given) =>
        String(put("digest", digestOf(minified))(...given)).replaceAll("\n", "\r\n"),
    });
    assert.match(both, /body exactly as sent/);
    assert.match(both, /CRLF|carriage return/);
    const hashed = await readExplanation({
      signature: (s, { key }) => sign("sha512", Buffer.from(`${s}\n`), key),
    });
    assert.match(hashed, /sha512.*a newline after the last line/s);
    // A string that no known mistake explains gets no explanation.
    const link = (await send({ signs: (s) => `odd ${s} odd` })).headers["varde-explain"];
    const unexplained = await (await fetch(String(link))).text();
    assert.match(unexplained, /no known mistake explains it/);
    for (const [title, [, names]] of Object.entries(signingMistakes)) {
      assert.doesNotMatch(unexplained, names, title);
    }
  });

  test("distinguishes a refused certificate from a wrong signature", async () => {
    const reasons = await Promise.all(
      (["expired", "1024-bit", "ec-key"] as const).map(async (kind) => {
        const failing = await issued(kind);
        const certificate = failing.certificate.der.toString("base64");
        const response = await send({ headers: { "tpp-signature-certificate": certificate } });
        const link = String(response.headers["varde-explain"]);
        const { stage, text, reason } = (await (await fetch(link)).json()) as Record<
          string,
          string
        >;
        assert.equal(stage, "TPP-Signature-Certificate");
        return `${text} ${reason}`;
      }),
    );
    assert.match(reasons[0] ?? "", /expired/);
    assert.match(reasons[1] ?? "", /1024/);
    assert.match(reasons[2] ?? "", /RSA/);
  });
});
