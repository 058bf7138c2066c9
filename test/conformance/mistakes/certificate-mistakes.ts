import { createHash } from "node:crypto";
import { pooledRsaKeys } from "@varde/testkit/keys";
import type { Mistakes } from "./mistakes.ts";

const from64 = (base64: string): Buffer => Buffer.from(base64, "base64");
const to64 = (...parts: readonly (string | Buffer)[]): string =>
  Buffer.concat(parts.map((part) => Buffer.from(part))).toString("base64");
const pem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
const pemText = (base64: string): string => pem(base64).replaceAll("\n", " ");
const spki = pooledRsaKeys().publicKey.export({ type: "spki", format: "der" });
const requestPem = "-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n";

/** Mistakes in the certificate header. */
export const certificateMistakes: Mistakes = {
  ...Object.fromEntries(
    (
      [
        ["that is none", () => "bm90aGluZw==", /certificate ends in the middle of an element/],
        ["as PEM text", pemText, /is a PEM text/],
        ["in several lines", (base64) => base64.replace(/.{64}/g, "$& "), /is folded into several/],
        ["in base64url", () => "-_".repeat(300), /certificate is in base64url/],
        [
          "percent-encoded",
          (base64) => `${base64.slice(0, -1)}%3D`,
          /certificate is percent-encoded/,
        ],
        ["in quotes", (base64) => `"${base64}"`, /is in quotes; send the base64/],
        ["in hexadecimal", (base64) => from64(base64).toString("hex"), /is hexadecimal; send/],
        [
          "without padding",
          (base64) => `${base64.replace(/=+$/, "").slice(0, -1)}A`.slice(0, 1001),
          /certificate lacks the = signs/,
        ],
        ["in base64 twice", (base64) => to64(base64), /certificate is base64 of base64/],
        ["that is cut off", (base64) => base64.slice(0, 800), /is cut off: its DER has \d+ bytes/],
        [
          "with its issuer's",
          (base64) => to64(from64(base64), from64(base64)),
          /bytes after its end/,
        ],
        [
          "in a PEM chain",
          (base64) => to64(pem(base64), pem(base64)),
          /is a chain of 2 certificates/,
        ],
        ["that is a public key", () => to64(spki), /is a public key without a certificate/],
        ["that is a request", () => to64(requestPem), /is a certificate signing request/],
        ["that is a PKCS#7 file", () => to64("-----BEGIN PKCS7-----\n"), /is a PKCS#7 file/],
        [
          "that is a fingerprint",
          (base64) => createHash("sha256").update(base64).digest("base64"),
          /certificate is a fingerprint/,
        ],
      ] as readonly (readonly [string, (base64: string) => string, RegExp])[]
    ).map(([title, write, names]) => [
      `a certificate ${title}`,
      [{ certificate: write }, names] as const,
    ]),
  ),
};
