import assert from "node:assert/strict";
import crypto, { X509Certificate } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { bulkNdct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp, type RawResponse, resign } from "@varde/testkit/tpp";
import { coveredNames } from "./repelled-attacks.ts";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);

const mebibyte = 1024 * 1024;
const rsaOperationsMax = 8;
const bodiesHashedMax = 4;

/** The work of this thread since the last reset. */
const work = { rsaOperations: 0, hashedBytes: 0, bodiesHashed: 0 };
const reset = () => Object.assign(work, { rsaOperations: 0, hashedBytes: 0, bodiesHashed: 0 });
const countHash = (data: Parameters<typeof Buffer.byteLength>[0]) => {
  const bytes = Buffer.byteLength(data);
  work.hashedBytes += bytes;
  if (bytes > mebibyte / 2) work.bodiesHashed += 1;
};

const { hash, createHash, verify, publicDecrypt } = crypto;
const { verify: verifyCertificate } = X509Certificate.prototype;
const countRsa = <F extends (...given: never[]) => unknown>(operation: F): F =>
  function (this: unknown, ...given: never[]) {
    work.rsaOperations += 1;
    return operation.apply(this, given);
  } as F;
const restore = () => {
  Object.assign(crypto, { hash, createHash, verify, publicDecrypt });
  X509Certificate.prototype.verify = verifyCertificate;
  syncBuiltinESMExports();
};
Object.assign(crypto, {
  hash: (...given: Parameters<typeof hash>) => {
    countHash(given[1]);
    return hash(...given);
  },
  createHash: (...given: Parameters<typeof createHash>) => {
    const created = createHash(...given);
    const { update } = created;
    created.update = ((data: string | Buffer, ...more: []) => {
      countHash(data);
      return update.call(created, data, ...more);
    }) as typeof update;
    return created;
  },
  verify: countRsa(verify),
  publicDecrypt: countRsa(publicDecrypt),
});
X509Certificate.prototype.verify = countRsa(verifyCertificate);
syncBuiltinESMExports();
after(restore);

const largeBody = `{"creditorName": "${"å".repeat(mebibyte / 2 - 60)}", "n": 1}`;
const names = Array.from({ length: 280 }, (_, at) => `h${at}`);
const manyHeaders = Object.fromEntries(names.map((name) => [name, "x".repeat(20)]));

/** Sends a payment with a signature over something that no mistake explains. */
const send = async (
  body: string,
  more: Readonly<Record<string, string>>,
  tamper: (sent: Record<string, string | string[]>) => void = () => undefined,
): Promise<RawResponse> => {
  const headers = { ...callHeaders("s"), "PSU-Context": "PRIVATE", ...more };
  const signed = await tpp.sign({
    path: bulkNdct,
    body,
    headers,
    tamper: (sent) => {
      const wrong: typeof sent = { ...sent, "X-Request-ID": "another" };
      resign(wrong, { key: tpp.key, names: [...coveredNames.slice(0, 3), ...Object.keys(more)] });
      sent.Signature = wrong.Signature ?? "";
      tamper(sent);
    },
  });
  reset();
  return tpp.sendAgain(signed);
};

describe("the work for a wrong signature", () => {
  const attacks: Readonly<Record<string, () => Promise<RawResponse>>> = {
    "a body of 1 MB": () => send(largeBody, {}),
    "280 listed names": () => send("{}", manyHeaders),
    "a large body and 280 listed names": () => send(largeBody, manyHeaders),
    "a large body with a wrong Digest": () =>
      send(largeBody, {}, (sent) => {
        sent.Digest = `SHA-256=${hash("sha256", "other", "base64")}`;
      }),
    "a large body with its Digest nine times": () =>
      send(largeBody, {}, (sent) => {
        sent.Digest = Array(9).fill(sent.Digest).join(",");
      }),
    "a small body": () => send('{"creditorName": "Åse"}', {}),
  };
  /** An explanation of a large body takes seconds in its thread, so one of them is read. */
  const explained = new Set(["a body of 1 MB", "280 listed names", "a small body"]);
  for (const [title, attack] of Object.entries(attacks)) {
    test(`A21: is bounded for ${title}`, async () => {
      const response = await attack();
      assert.equal(response.status, 400, response.text);
      assert.ok(work.rsaOperations <= rsaOperationsMax, JSON.stringify(work));
      assert.ok(work.bodiesHashed <= bodiesHashedMax, JSON.stringify(work));
      assert.ok(work.hashedBytes <= bodiesHashedMax * mebibyte, JSON.stringify(work));
      if (!explained.has(title)) return;
      // The thread that explains it counts separately.
      reset();
      const explanation = await fetch(String(response.headers["varde-explain"]));
      const { checks } = (await explanation.json()) as { readonly checks: readonly object[] };
      assert.ok(checks.length >= 5);
      assert.deepEqual(work, { rsaOperations: 0, hashedBytes: 0, bodiesHashed: 0 });
    });
  }

  test("A21: is not bounded in an explanation, which finds two mistakes at once", async () => {
    const signed = await tpp.sign({
      path: bulkNdct,
      body: largeBody,
      headers: { ...callHeaders("s"), "PSU-Context": "PRIVATE" },
      tamper: (sent) => {
        const minified = hash("sha256", JSON.stringify(JSON.parse(largeBody)), "base64");
        const digest: typeof sent = { ...sent, Digest: `SHA-256=${minified}` };
        resign(digest, { key: tpp.key });
        sent.Signature = digest.Signature ?? "";
      },
    });
    const response = await tpp.sendAgain(signed);
    assert.match(response.json.tppMessages[0].text, /The full explanation searches further/);
    const explanation = await fetch(String(response.headers["varde-explain"]));
    assert.match(await explanation.text(), /Digest is computed over the body exactly as sent/);
  });
});
