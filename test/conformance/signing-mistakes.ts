import { constants, createHash, privateEncrypt, sign } from "node:crypto";
import { pooledRsaKeys } from "@varde/testkit/keys";
import type { RawTpp } from "@varde/testkit/tpp";
import { body, type Change, candidates, digestOf, target, uuid } from "./send-mistaken.ts";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Signs a value of a header that differs from the one sent. */
export const put =
  (name: string, value: string | ((right: string) => string)): NonNullable<Change["signs"]> =>
  (string, values) => {
    const right = values[name] ?? "";
    const wrong = typeof value === "string" ? value : value(right);
    return string.replace(`${name}: ${right}`, `${name}: ${wrong}`);
  };
const withTarget = (value: string | ((tpp: RawTpp) => string)): Change => ({
  names: ["(request-target)", ...candidates],
  signs: (string, _, tpp) =>
    string.replace(`post ${target}`, typeof value === "string" ? value : value(tpp)),
});
export const minified = JSON.stringify(JSON.parse(body));
const pretty = JSON.stringify(JSON.parse(body), undefined, 2);

/**
 * Each mistake with a pattern for its explanation. No pattern matches the explanation of another
 * mistake.
 */
export const signingMistakes: Readonly<Record<string, readonly [change: Change, names: RegExp]>> = {
  // Mistakes in the signing string.
  "a newline at the end": [{ signs: (s) => `${s}\n` }, /a newline after the last line/],
  "lines ended by CRLF": [{ signs: (s) => s.replaceAll("\n", "\r\n") }, /CRLF|carriage return/],
  "lines joined by a comma": [{ signs: (s) => s.replaceAll("\n", ", ") }, /comma/],
  "lines joined by nothing": [
    { signs: (s) => s.replaceAll("\n", "") },
    /the lines joined without a separator/,
  ],
  "no space after the colon": [
    { signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1:") },
    /no space after/,
  ],
  "equals signs": [{ signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1=") }, /equals sign/],
  "values without names": [
    { signs: (s) => s.replaceAll(/^[\w-]+: /gm, "") },
    /values (?:only|alone|without)/,
  ],
  "names in capital letters": [
    { signs: (s) => s.replaceAll(/^[\w-]+(?=: )/gm, (name) => name.toUpperCase()) },
    /names in the signing string are lower-case/,
  ],
  "another order": [
    { signs: (s) => s.split("\n").reverse().join("\n") },
    /the order of the headers part/,
  ],
  "a line left out": [
    { signs: (s) => s.replace(/\npsu-id: .*/, "") },
    /every name of the headers part has its line/,
  ],
  "a line too many": [
    { signs: (s) => `${s}\ncontent-type: application/json` },
    /only names of the headers part have a line/,
  ],
  "a line for a header that is not sent": [
    { signs: (s) => s.replace("\ntpp-r", "\npsu-corporate-id: \ntpp-r") },
    /a header that is not sent has no line/,
  ],
  "values in quotes": [
    { signs: (s) => s.replaceAll(/: (.*)$/gm, ': "$1"') },
    /values are signed without quotes/,
  ],
  "a UUID in lower case": [
    { signs: put("psu-id", uuid.toLowerCase()) },
    /psu-id: 0f3c.*exactly as they are sent/s,
  ],
  "UTF-16": [{ signs: (s) => Buffer.from(s, "utf16le") }, /UTF-16/],
  "the body": [{ signs: () => body }, /signed the body/i],
  "the string in base64": [
    { signs: (s) => Buffer.from(s).toString("base64") },
    /base64 is for the signature/,
  ],
  "a hash of the string": [{ signs: (s) => hash(s) }, /RSA-SHA256 hashes its input/],
  // Mistakes in its values.
  "the Digest of a minified body": [
    { signs: put("digest", digestOf(minified)) },
    /Digest is computed over the body exactly as sent/,
  ],
  "a Digest without its algorithm": [
    { signs: put("digest", (right) => right.slice(8)) },
    /the whole Digest value is signed/,
  ],
  "a Date of a second before": [
    { signs: put("date", (right) => new Date(Date.parse(right) - 1000).toUTCString()) },
    /the Date was generated twice/,
  ],
  "a Date in ISO 8601": [
    { signs: put("date", (right) => new Date(right).toISOString()) },
    /signed "date: \d{4}-\d\d-\d\dT/,
  ],
  "the redirect address decoded": [
    { signs: put("tpp-redirect-uri", decodeURIComponent) },
    /signed "tpp-redirect-uri: https:\/\/tpp\.example\/cb\?state=a b&/,
  ],
  "the redirect address without its query": [
    { signs: put("tpp-redirect-uri", "https://tpp.example/cb") },
    /signed "tpp-redirect-uri: https:\/\/tpp\.example\/cb"/,
  ],
  "(request-target) with POST": [
    withTarget(`POST ${target}`),
    /signed "\(request-target\): POST \/v1\/[^ ]+"/,
  ],
  "(request-target) without its query": [
    withTarget(`post ${target.split("?")[0]}`),
    /signed "\(request-target\): post [^?"]+"/,
  ],
  "(request-target) with the host": [
    withTarget((tpp) => `post ${tpp.address}${target}`),
    /signed "\(request-target\): post http/,
  ],
  // Mistakes in the key and the algorithm.
  "another key": [
    { signature: (s) => sign("sha256", Buffer.from(s), pooledRsaKeys().privateKey) },
    /another key than the one in the certificate/,
  ],
  "another padding": [
    {
      signature: (s, { key }) =>
        sign("sha256", Buffer.from(s), {
          key,
          padding: constants.RSA_PKCS1_PSS_PADDING,
        }),
    },
    /RSA-PSS/,
  ],
  "another hash": [
    { signature: (s, { key }) => sign("sha512", Buffer.from(s), key) },
    /signed with sha512/,
  ],
  "a bare hash": [{ signature: (s, { key }) => privateEncrypt(key, hash(s)) }, /DigestInfo/],
  "half a signature": [
    { signature: (s, { key }) => sign("sha256", Buffer.from(s), key).subarray(0, 128) },
    /has 128 bytes; with this key it has 256/,
  ],
  // Mistakes in the Signature header.
  "a header that is not covered": [
    { names: candidates.filter((name) => name !== "psu-id") },
    /does not cover psu-id/,
  ],
  "a listed header that is not sent": [
    { names: [...candidates, "psu-corporate-id"] },
    /lists psu-corporate-id, which the message does not have/,
  ],
  "names in capital letters in the list": [
    { header: (text) => text.replace('headers="date', 'headers="Date') },
    /lists Date; names in the headers part are lower-case/,
  ],
  "a part that is missing": [
    { header: (text) => text.replace(/algorithm="[^"]*",/, "") },
    /has no part algorithm/,
  ],
  "an algorithm that is not taken": [
    { header: (text) => text.replace("rsa-sha256", "hmac-sha256") },
    /the algorithm "hmac-sha256"/,
  ],
  "a signature that is not base64": [
    { header: (text) => text.replace(/signature="..../, 'signature="*!*!') },
    /signature part that is not canonical base64/,
  ],
  // Mistakes in the keyId.
  "a serial number of another certificate": [
    { keyId: (right) => right.replace(/SN=[^,]*/, "SN=1234ABCD") },
    /serial number/,
  ],
  "an issuer of another name": [
    { keyId: (right) => right.replace(/CA=.*/, "CA=CN=Another CA,O=Varde,C=NO") },
    /keyId .*issuer(?!.*slashes)/,
  ],
  "an issuer with slashes": [
    { keyId: (right) => right.replace(/CA=.*/, "CA=/C=NO/O=Varde/CN=Varde sandbox CA") },
    /written with slashes/,
  ],
  // Mistakes in the Digest, Date and certificate headers.
  "the Digest header of a minified body": [
    { headers: { digest: digestOf(minified) } },
    /Digest header does not match.*without spaces and line breaks/,
  ],
  "the Digest header of a pretty body": [
    { headers: { digest: digestOf(pretty) } },
    /Digest header does not match.*with other spaces/,
  ],
  "the Digest header without the last newline": [
    { headers: { digest: digestOf(body.trimEnd()) } },
    /Digest header does not match.*without its final line break/,
  ],
  "the Digest header of nothing": [
    { headers: { digest: digestOf("") } },
    /Digest header does not match.*no body at all/,
  ],
  "the Digest header in hexadecimal": [
    { headers: { digest: `SHA-256=${hash(body).toString("hex")}` } },
    /not canonical base64.*correct hash in hexadecimal/,
  ],
  "the Digest header of another body": [
    { headers: { digest: digestOf("something else") } },
    /Digest header does not match[^;]*\.$/,
  ],
  "a clock that is slow": [
    { headers: { date: new Date(Date.now() - 600_000).toUTCString() } },
    /seconds behind the bank's clock/,
  ],
  "a clock that is fast": [
    { headers: { date: new Date(Date.now() + 600_000).toUTCString() } },
    /seconds ahead of the bank's clock/,
  ],
  "a Date header in ISO 8601": [
    { headers: { date: new Date().toISOString() } },
    /Date header is in ISO 8601/,
  ],
  "a certificate that is none": [
    { headers: { "tpp-signature-certificate": "bm90aGluZw==" } },
    /certificate ends in the middle of an element/,
  ],
};
