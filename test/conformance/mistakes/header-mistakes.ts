import type { Mistakes } from "./mistakes.ts";
import { candidates, signatureAs } from "./send-mistaken.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Mistakes in the form of the Signature header. */
export const headerMistakes: Mistakes = {
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
    /has no part algorithm\./,
  ],
  "an algorithm that is not taken": [
    { header: (text) => text.replace("rsa-sha256", "hmac-sha256") },
    /the algorithm "hmac-sha256"/,
  ],
  "a signature that is not base64": [
    { header: (text) => text.replace(/signature="..../, 'signature="*!*!') },
    /signature part that is not canonical base64/,
  ],
  ...Object.fromEntries(
    (["keyId", "headers", "signature"] as const).map((part) => [
      `no part ${part}`,
      [
        {
          header: (text: string) =>
            text.replace(new RegExp(`${part}="[^"]*",?`), "").replace(/,$/, ""),
        },
        new RegExp(`has no part ${part}\\.`),
      ] as const,
    ]),
  ),
  "a prefix": [{ header: (text) => `Signature ${text}` }, /starts with "Signature "/],
  "single quotes": [{ header: (text) => text.replaceAll('"', "'") }, /has single quotes around/],
  "no quotes": [{ header: (text) => text.replaceAll('"', "") }, /has values without quotes/],
  "typographic quotes": [
    { header: (text) => `=?utf-8?B?${base64(text.replace(/"([^"]*)"/g, "“$1”"))}?=` },
    /has typographic quotes/,
  ],
  "escaped quotes": [
    { header: (text) => text.replaceAll('"', '\\"') },
    /has backslashes before the quotes/,
  ],
  "semicolons between the parts": [
    { header: (text) => text.replaceAll(/",(?=\w)/g, '";') },
    /has semicolons between its parts/,
  ],
  "blanks between the parts": [
    { header: (text) => text.replaceAll(/",(?=\w)/g, '" ') },
    /has blanks between its parts/,
  ],
  "& between the parts": [
    { header: (text) => text.replaceAll(/",(?=\w)/g, '"&') },
    /has & between its parts/,
  ],
  "colons after the names": [
    { header: (text) => text.replaceAll('="', ': "') },
    /has colons after the names of its parts/,
  ],
  JSON: [{ header: () => JSON.stringify({ algorithm: "rsa-sha256" }) }, /header is JSON/],
  "a JSON Web Signature": [
    { header: () => `${base64url("header")}.${base64url("payload")}.${base64url("signature")}` },
    /is a JSON Web Signature/,
  ],
  "RFC 9421": [{ header: () => `sig1=:${base64("signature")}:` }, /is in the form of RFC 9421/],
  "the bare signature": [
    { header: (text) => /signature="([^"]*)"/.exec(text)?.[1] ?? "" },
    /is the bare signature/,
  ],
  "a percent-encoded header": [{ header: encodeURIComponent }, /header is percent-encoded/],
  "a part twice": [
    { header: (text) => `${text},algorithm="rsa-sha256"` },
    /the part algorithm twice/,
  ],
  "the name of a part in lower case": [
    { header: (text) => text.replace("keyId=", "keyid=") },
    /write keyId instead of keyid/,
  ],
  "a list with commas": [
    { header: (text) => text.replace("date digest", "date, digest") },
    /separates the names of its headers part by commas/,
  ],
  "a list with colons": [
    { header: (text) => text.replace('headers="date ', 'headers="date: ') },
    /lists "date:" with a colon/,
  ],
  "a list with two spaces": [
    { header: (text) => text.replace("date digest", "date  digest") },
    /two spaces in a row/,
  ],
  "a name twice in the list": [
    { header: (text) => text.replace("date digest", "date date digest") },
    /lists date twice/,
  ],
  "request-target without parentheses": [
    { header: (text) => text.replace('headers="', 'headers="request-target ') },
    /lists request-target, which the message does not have/,
  ],
  "the algorithm hs2019": [
    { header: (text) => text.replace("rsa-sha256", "hs2019") },
    /the algorithm "hs2019"/,
  ],
  "the algorithm RS256": [
    { header: (text) => text.replace("rsa-sha256", "RS256") },
    /the algorithm "RS256"/,
  ],
  "the algorithm rsa-sha1": [
    { header: (text) => text.replace("rsa-sha256", "rsa-sha1") },
    /the algorithm "rsa-sha1"/,
  ],
  "another MIME charset": [
    { header: (text) => `=?windows-1252?B?${base64(text)}?=` },
    /unknown charset windows-1252; use =\?utf-8/,
  ],
  "the wrong MIME charset": [
    { header: (text) => `=?utf-8?B?${Buffer.from(`${text}å`, "latin1").toString("base64")}?=` },
    /says in its RFC 2047 word that it is utf-8/,
  ],
  "broken MIME": [{ header: (text) => `=?utf-8?B?${text}?=` }, /starts with an RFC 2047 encoded/],
  "the signature in base64url": [
    { header: (text) => signatureAs(text, () => "-_".repeat(171)) },
    /signature part that is in base64url/,
  ],
  "the signature in several lines": [
    { header: (text) => text.replace(/signature="(.{64})/, 'signature="$1 ') },
    /signature part that is folded/,
  ],
  "the signature percent-encoded": [
    {
      header: (text) =>
        signatureAs(text, (bytes) => `${bytes.toString("base64").slice(0, -2)}%3D%3D`),
    },
    /signature part that is percent-encoded/,
  ],
  "the signature without padding": [
    { header: (text) => text.replace(/=+"$/, '"') },
    /signature part that lacks the = signs/,
  ],
};
