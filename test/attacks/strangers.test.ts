import assert from "node:assert/strict";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { after, describe, test } from "node:test";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp, RawTpp, type SignedRawRequest, selfSigned } from "@varde/testkit/tpp";

const sandbox = await aBank();
const bank = await aProductionBank(sandbox, { anchors: [sandbox.authority.certificate] });
after(async () => {
  await bank.close();
  await sandbox.close();
});

/** The JSON and the hashes of this thread, in which only the bank works while it responds. */
const work = { parsedBytes: 0, writtenBytes: 0, hashedBytes: 0 };
const { parse, stringify } = JSON;
const { hash } = crypto;
const restore = () => {
  Object.assign(JSON, { parse, stringify });
  Object.assign(crypto, { hash });
  syncBuiltinESMExports();
};
Object.assign(JSON, {
  parse: (text: string, ...more: []) => {
    work.parsedBytes += text.length;
    return parse(text, ...more);
  },
  stringify: (value: unknown, ...more: []) => {
    const text = stringify(value, ...more);
    work.writtenBytes += text?.length ?? 0;
    return text;
  },
});
Object.assign(crypto, {
  hash: (...given: Parameters<typeof hash>) => {
    work.hashedBytes += Buffer.byteLength(given[1]);
    return hash(...given);
  },
});
syncBuiltinESMExports();
after(restore);

const body = JSON.stringify({ ...aPayment(), more: "x".repeat(4_000) }, undefined, 2);
const headers = { ...callHeaders("s1"), "PSU-Context": "PRIVATE" };
/** The bytes of a refusal itself and of its log line. */
const ownBytesMax = 2_000;

describe("in production, for a caller who is not identified", () => {
  const known = aTpp(bank, sandbox.tpp);
  const strangers: Readonly<Record<string, RawTpp>> = {
    "with a certificate that is not trusted": new RawTpp(bank.addresses.http, selfSigned()),
    "with the certificate of a TPP": known,
  };
  const mistakes: Readonly<Record<string, (signed: SignedRawRequest) => void>> = {
    "a Digest of other JSON": ({ headers: sent }) => {
      sent.Digest = `SHA-256=${hash("sha256", stringify(parse(body)), "base64")}`;
    },
    "a Digest in hexadecimal": ({ headers: sent }) => {
      sent.Digest = `SHA-256=${hash("sha256", body, "hex")}`;
    },
    "a Date in another zone": ({ headers: sent }) => {
      sent.Date = new Date(Date.now() + 3_600_000).toUTCString();
    },
    "a certificate in PEM": ({ headers: sent }) => {
      sent["TPP-Signature-Certificate"] = "-----BEGIN CERTIFICATE-----";
    },
    "a Signature without quotes": ({ headers: sent }) => {
      sent.Signature = String(sent.Signature).replaceAll('"', "");
    },
    "a keyId in lower case": ({ headers: sent }) => {
      sent.Signature = String(sent.Signature).replace('keyId="SN=', 'keyId="sn=');
    },
    "another keyId": ({ headers: sent }) => {
      sent.Signature = String(sent.Signature).replace(/CN=[^,"]*/, "CN=other");
    },
    "a signature of something else": ({ headers: sent }) => {
      sent["X-Request-ID"] = "another";
    },
  };
  for (const [who, stranger] of Object.entries(strangers)) {
    for (const [what, make] of Object.entries(mistakes)) {
      // Its responses are checked against a document, which would be parsed here.
      stranger.responsesAreDocumented = false;
      test(`SIG-48: ${what} is not explained, ${who}`, async () => {
        const signed = await stranger.sign({ path: ndct, body, headers });
        make(signed);
        const lines = bank.log.lines.length;
        Object.assign(work, { parsedBytes: 0, writtenBytes: 0, hashedBytes: 0 });
        const response = await stranger.exchange(
          signed.method,
          signed.path,
          signed.headers,
          signed.body,
        );
        const done = { ...work };
        assert.ok(response.status === 400 || response.status === 403, response.text);
        assert.equal(response.headers["varde-explain"], undefined);
        // The client parses the response.
        assert.ok(done.parsedBytes <= ownBytesMax, `${done.parsedBytes} bytes of JSON parsed`);
        assert.ok(done.writtenBytes <= ownBytesMax, `${done.writtenBytes} bytes of JSON written`);
        const hashedMax = 2 * Buffer.byteLength(body) + ownBytesMax;
        assert.ok(done.hashedBytes <= hashedMax, `${done.hashedBytes} bytes hashed`);
        const reason = String(bank.log.lines[lines]?.reason ?? "");
        assert.doesNotMatch(reason, /it is the digest of|hexadecimal;|local time|in lower case/);
        assert.doesNotMatch(reason, /expected|is a PEM text|without quotes|You signed/);
      });
    }
  }

  test("certificates that are not trusted displace none that is", async () => {
    const signed = await known.send({ path: "/v1/user", headers: callHeaders("s1") });
    assert.equal(signed.status, 401, signed.text);
    const { size } = bank.bank.tppCache;
    for (let count = 0; count < 20; count += 1) {
      const stranger = new RawTpp(bank.addresses.http, selfSigned());
      assert.equal((await stranger.send({ path: "/v1/user", headers })).status, 403);
    }
    assert.equal(bank.bank.tppCache.size, size);
  });
});
