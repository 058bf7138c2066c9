import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isInvalid } from "../../src/invalid.ts";
import { ownReader } from "../../src/reader.ts";
import { checkDigestHeader, computeDigest } from "../../src/signing/index.ts";

const body = Buffer.from('{"hello": "world"}');
const sha256 = "SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=";
const sha512 =
  "SHA-512=WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==";
const md5 = "MD5=Sd/dVLAcvNLSq16eXua5uQ==";

const outcome = (value: string): string => {
  const result = checkDigestHeader(value, body, ownReader);
  return isInvalid(result) ? `refused: ${result.reason}` : result.join();
};

describe("Digest", () => {
  test("HDR-12: computes the published test vectors", () => {
    assert.equal(computeDigest(body, "SHA-256"), sha256);
    assert.equal(computeDigest(body, "SHA-512"), sha512);
    assert.equal(
      computeDigest(Buffer.alloc(0), "SHA-256"),
      "SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    );
  });

  test("accepts both algorithms, any letter case, and lists with one supported entry", () => {
    assert.equal(outcome(sha256), "SHA-256");
    assert.equal(outcome(sha512), "SHA-512");
    assert.equal(outcome(sha256.replace("SHA", "sha")), "SHA-256");
    assert.equal(outcome(`${sha256}, ${sha512}`), "SHA-256,SHA-512");
    assert.equal(outcome(`${md5},${sha256}`), "SHA-256");
  });

  test("refuses MD5, SHA-1 and unknown algorithms alone", () => {
    assert.match(outcome(md5), /uses MD5, which is not accepted/);
    assert.match(outcome("SHA=0mO1+xfHVEVlM/uPzZrFKKaYrXc="), /uses SHA-1, which is not accepted/);
    assert.match(outcome("BLAKE3=0mO1+xfHVEVlM/uPzZrFKKaYrXc="), /neither SHA-256 nor SHA-512/);
  });

  test("requires every supported entry of a list to match", () => {
    const wrong = computeDigest(Buffer.from("other"), "SHA-512");
    assert.match(outcome(`${sha256},${wrong}`), /does not match/);
  });

  test("says what was computed and what was received", () => {
    const received = computeDigest(Buffer.from("other"), "SHA-256");
    const reason = outcome(received);
    assert.ok(reason.includes(`computed ${sha256}`) && reason.includes(`received ${received}`));
  });

  test("refuses base64 that is not canonical", () => {
    const value = sha256.slice("SHA-256=".length);
    for (const spelling of [
      value.slice(0, -1),
      value.replace("X", "X "),
      value.replaceAll("+", "-"),
      `${value.slice(0, -2)}F=`,
      `${value}=`,
      "",
      `"${value}"`,
    ]) {
      if (spelling !== value) assert.match(outcome(`SHA-256=${spelling}`), /refused/, spelling);
    }
    for (const value of ["", "SHA-256", ",", `${sha256},`]) assert.match(outcome(value), /refused/);
  });

  test("A02: refuses a body with any bit changed", () => {
    for (let bit = 0; bit < body.length * 8; bit++) {
      const changed = Buffer.from(body);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.equal(!isInvalid(checkDigestHeader(sha256, changed)), false);
    }
  });
});
