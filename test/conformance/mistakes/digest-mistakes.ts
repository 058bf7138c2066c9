import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Mistakes } from "./mistakes.ts";
import { body, digestOf, minified, sorted } from "./send-mistaken.ts";

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const pretty = JSON.stringify(JSON.parse(body), undefined, 2);
const right64 = hash(body).toString("base64");
const rightHex = hash(body).toString("hex");

/** The body as json.dumps writes it by default, or with ensure_ascii=False. */
const pythonJson = (isAscii: boolean): string => {
  const text = minified.replaceAll(/("[^"]*")|[:,]/g, (sign, string) => string ?? `${sign} `);
  return isAscii
    ? text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : text;
};

/** Mistakes in the Digest header. */
export const digestMistakes: Mistakes = {
  "the Digest header of a minified body": [
    { headers: { digest: digestOf(minified) } },
    /Digest header does not match.*without spaces and line breaks/,
  ],
  "the Digest header of a pretty body": [
    { headers: { digest: digestOf(pretty) } },
    /Digest header does not match.*with other spaces and/,
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
    /Digest header does not match[^;]*\.(?: See \S+)?$/,
  ],
  ...Object.fromEntries(
    (
      [
        ["of Python's JSON", pythonJson(true), /with \\u escapes for non-ASCII characters/],
        ["of Python's JSON in UTF-8", pythonJson(false), /with blanks after commas and colons/],
        ["of JSON with sorted keys", sorted, /the body with sorted keys/],
        ["of PHP's JSON", body.replace("/", "\\/"), /the body with escaped slashes/],
        ["of Go's JSON", body.replace("&", "\\u0026"), /escapes for <, > and &/],
        ["with a byte order mark", `\uFEFF${body}`, /after a byte order mark/],
        ["of the body with CRLF", body.replaceAll("\n", "\r\n"), /with other line endings/],
        ["of the body with a newline more", `${body}\n`, /with an added final line break/],
        ["of the body in Latin-1", Buffer.from(body, "latin1"), /the body in Latin-1/],
        ["of the body in UTF-16", Buffer.from(body, "utf16le"), /digest of the body in UTF-16/],
        ["of the body's base64", base64(body), /the body's own base64/],
        ["of the body as a JSON string", JSON.stringify(body), /the body as a JSON string/],
        ["of the body in NFD", body.normalize("NFD"), /another Unicode normalisation form/],
        ["of the hash", hash(body).toString("hex"), /its own hash, which was hashed again/],
      ] as const
    ).map(([title, hashed, names]) => [
      `the Digest header ${title}`,
      [{ headers: { digest: digestOf(hashed) } }, names] as const,
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ["without an algorithm", right64, /has no algorithm before the hash/],
        ["in hexadecimal without an algorithm", rightHex, /has no algorithm, and the hash is hex/],
        ["of RFC 9530", `sha-256=:${right64}:`, /is in the form of RFC 9530/],
        ["with a hash in quotes", `SHA-256="${right64}"`, /has the hash in quotes/],
        ["in quotes", `"SHA-256=${right64}"`, /Digest header is in quotes/],
        ["without a hyphen", `SHA256=${right64}`, /algorithm without its hyphen/],
        ["with an underscore", `SHA_256=${right64}`, /has an underscore in the name/],
        ["with a colon", `SHA-256:${right64}`, /has no = between the algorithm/],
        ["with a blank", `SHA-256= ${right64}`, /has a blank after the =/],
        ["of MD5", "MD5=1B2M2Y8AsgTpgAmY7PhCfg==", /uses MD5/],
        ["of SHA-1", "SHA=2jmj7l5rSw0yVb/vlWAYkK/YBwk=", /uses SHA-1/],
        ["of SHA-384", `SHA-384=${right64}`, /uses SHA-384/],
        ["percent-encoded", `SHA-256=${encodeURIComponent(right64)}`, /has a percent-encoded hash/],
        ["without padding", `SHA-256=${right64.slice(0, -1)}`, /lacks the = signs at the end/],
        ["in base64url", `SHA-256=${hash(body).toString("base64url")}`, /hash in base64url/],
        [
          "of base64 of hexadecimal",
          `SHA-256=${base64(rightHex)}`,
          /base64 of the hexadecimal digits of the correct hash/,
        ],
        ["twice", `SHA-256=${right64},SHA-256=${right64}`, /has SHA-256 twice/],
      ] as const
    ).map(([title, digest, names]) => [
      `the Digest header ${title}`,
      [{ headers: { digest } }, names] as const,
    ]),
  ),
  "the Digest header with SHA-512 labelled as SHA-256": [
    {
      headers: { digest: `SHA-256=${createHash("sha512").update(body).digest("base64")}` },
    },
    /it is the digest with SHA-512/,
  ],
  "the Digest header of the body before gzip": [
    { body: gzipSync(body), headers: { digest: digestOf(body) } },
    /the digest of the body before gzip/,
  ],
};
