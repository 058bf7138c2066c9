import { createHash } from "node:crypto";
import { computeDigest } from "../../../src/signing/index.ts";

export const body = '{"amount": "100.33",\n "creditorName": "Blåbær"}\n';
export const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();
export const sha256Digest = (text: string) => computeDigest(Buffer.from(text), "SHA-256");
const digestBytes = sha256(body);

export const headers: Readonly<Record<string, string>> = {
  date: "Thu, 05 Nov 2026 09:31:40 GMT",
  digest: sha256Digest(body),
  "x-request-id": "99391c7e-AD88-49ec-a2ad-99ddcb1f7721",
  "psu-id": "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10",
  "tpp-redirect-uri": "https://tpp.example/cb?state=a%20b&lang=ø",
  host: "bank.example:8443",
  "content-type": "application/json",
};
export const target =
  "/api/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=tr%75e&q=a%20b";
export const names = [
  "(request-target)",
  "date",
  "digest",
  "x-request-id",
  "psu-id",
  "tpp-redirect-uri",
];

const lines: Readonly<Record<string, string>> = {
  "(request-target)": `post ${target}`,
  ...Object.fromEntries(names.slice(1).map((name) => [name, headers[name] ?? ""])),
};

/** Returns the correct signing string with some values changed. */
export const text = (changes: Record<string, string> = {}): string =>
  names.map((name) => `${name}: ${changes[name] ?? lines[name]}`).join("\n");

export const right = text();
const each = (form: (name: string, value: string) => string, newline = "\n"): string =>
  names.map((name) => form(name, lines[name] ?? "")).join(newline);

export const uri = lines["tpp-redirect-uri"] ?? "";
const base64 = digestBytes.toString("base64");

/** The strings that a client signs instead of the correct one, by mistake. */
export const signedStrings: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  "trailing-newline": [`${right}\n`],
  crlf: [right.replaceAll("\n", "\r\n"), `${right}\n`.replaceAll("\n", "\r\n")],
  "carriage-return": [right.replaceAll("\n", "\r")],
  "escaped-newline": [right.replaceAll("\n", "\\n")],
  "joined-by-comma": [right.replaceAll("\n", ","), right.replaceAll("\n", ", ")],
  "joined-by-space": [right.replaceAll("\n", " ")],
  "joined-without-newline": [right.replaceAll("\n", "")],
  "empty-line-between": [right.replaceAll("\n", "\n\n")],
  "no-space-after-colon": [each((name, value) => `${name}:${value}`)],
  "space-before-colon": [each((name, value) => `${name} : ${value}`)],
  "equals-sign": [each((name, value) => `${name}=${value}`)],
  "values-only": [each((_name, value) => value), each((_name, value) => value, "")],
  "leading-whitespace": [`\n${right}`, ` ${right}`],
  "trailing-space": [`${right} `, each((name, value) => `${name}: ${value}`, " \n")],
  "string-quoted": [`"${right}"`],
  "string-lower-cased": [right.toLowerCase()],
  "string-upper-cased": [right.toUpperCase()],
  "double-hash": [sha256(right)],
  "hash-as-hex": [sha256(right).toString("hex"), sha256(right).toString("hex").toUpperCase()],
  "hash-as-base64": [sha256(right).toString("base64")],
  "string-as-base64": [Buffer.from(right).toString("base64")],
  "utf-16": [Buffer.from(right, "utf16le")],
  "latin-1": [Buffer.from(right, "latin1")],
  "string-as-json": [
    JSON.stringify(lines),
    JSON.stringify(lines, undefined, 2),
    JSON.stringify(right),
    JSON.stringify(right.split("\n")),
    JSON.stringify(Object.entries(lines)),
    // As Python's json.dumps writes it.
    `{${each((name, value) => `"${name}": "${value.replace("ø", "\\u00f8")}"`, ", ")}}`,
  ],
  "byte-order-mark": [`\uFEFF${right}`],
  "digest-value-only": [headers.digest ?? "", base64],
  body: [body],
  "body-appended": [`${right}\n${body}`, `${right}\n\n${body}`],
  "header-list": [names.join(" ")],
  nothing: [""],
  "names-not-lower-case": [
    each((name, value) => `${name.replace(/(^|-)[a-z]/g, (c) => c.toUpperCase())}: ${value}`),
    each((name, value) => `${name.toUpperCase()}: ${value}`),
  ],
  "one-name-not-lower-case": [
    right.replace("\ndate:", "\nDate:"),
    right.replace("x-request-id", "X-Request-ID"),
    right.replace("x-request-id", "X-Request-Id"),
    right.replace("tpp-redirect-uri", "TPP-REDIRECT-URI"),
  ],
  "name-misspelt": [
    right.replace("x-request-id", "x_request_id"),
    right.replace("psu-id", "psuid"),
    right.replace("psu-id", "psuId"),
    right.replace("tpp-redirect-uri", "TPPRedirectURI"),
    each((name, value) => `${name.replaceAll("-", "_")}: ${value}`),
  ],
  "other-order": [
    [...names]
      .reverse()
      .map((name) => `${name}: ${lines[name]}`)
      .join("\n"),
  ],
  "line-missing": [
    right.slice(right.indexOf("\n") + 1),
    `digest: ${lines.digest}`,
    right.replace(/\npsu-id: .*/, ""),
  ],
  "line-added": [`${right}\nhost: bank.example:8443`, `content-type: application/json\n${right}`],
  "absent-header-signed": [
    right.replace("\ntpp-", "\npsu-corporate-id: \ntpp-"),
    `${right}\npsu-corporate-id: null`,
  ],
  "value-quoted": [each((name, value) => `${name}: "${value}"`), text({ date: `"${lines.date}"` })],
  "value-untrimmed": [
    each((name, value) => `${name}:  ${value}`),
    text({ "psu-id": `${lines["psu-id"]} ` }),
  ],
  "uuid-case": [
    text({ "x-request-id": lines["x-request-id"]?.toLowerCase() ?? "" }),
    text({ "psu-id": lines["psu-id"]?.toUpperCase() ?? "" }),
  ],
  "uuid-without-hyphens": [text({ "psu-id": lines["psu-id"]?.replaceAll("-", "") ?? "" })],
  "value-empty": [text({ digest: "" })],
  "digest-of-minified-body": [text({ digest: sha256Digest(JSON.stringify(JSON.parse(body))) })],
  "digest-of-pretty-body": [
    text({ digest: sha256Digest(JSON.stringify(JSON.parse(body), null, 2)) }),
  ],
  "digest-of-other-json": [
    text({ digest: sha256Digest('{"amount": "100.33", "creditorName": "Blåbær"}') }),
  ],
  "digest-of-empty-body": [text({ digest: sha256Digest("") })],
  "digest-of-body-with-newline": [
    text({ digest: sha256Digest(body.trimEnd()) }),
    text({ digest: sha256Digest(`${body}\n`) }),
  ],
  "digest-of-other-algorithm": [text({ digest: computeDigest(Buffer.from(body), "SHA-512") })],
  "digest-token-case": [
    text({ digest: `sha-256=${base64}` }),
    text({ digest: `SHA256=${base64}` }),
  ],
  "digest-without-algorithm": [text({ digest: base64 })],
  "digest-as-hex": [
    text({ digest: `SHA-256=${digestBytes.toString("hex")}` }),
    text({ digest: `SHA-256=${Buffer.from(digestBytes.toString("hex")).toString("base64")}` }),
  ],
  "digest-url-alphabet": [text({ digest: `SHA-256=${digestBytes.toString("base64url")}` })],
  "digest-with-broken-algorithm": [
    text({ digest: `MD5=${createHash("md5").update(body).digest("base64")}` }),
  ],
  "date-in-another-form": [
    text({ date: "2026-11-05T09:31:40Z" }),
    text({ date: "2026-11-05T09:31:40.000Z" }),
    text({ date: "Thu, 05 Nov 2026 09:31:40 +0000" }),
    text({ date: "Thu, 5 Nov 2026 09:31:40 GMT" }),
    text({ date: "Thu Nov  5 09:31:40 2026" }),
  ],
  "date-of-another-moment": [
    text({ date: "Thu, 05 Nov 2026 09:31:39 GMT" }),
    text({ date: "Thu, 05 Nov 2026 09:32:02 GMT" }),
  ],
  "date-in-local-time": [text({ date: "Thu, 05 Nov 2026 10:31:40 GMT" })],
  "redirect-uri-decoded": [text({ "tpp-redirect-uri": decodeURIComponent(uri) })],
  "redirect-uri-encoded": [text({ "tpp-redirect-uri": encodeURIComponent(uri) })],
  "redirect-uri-space": [text({ "tpp-redirect-uri": uri.replace("%20", "+") })],
  "redirect-uri-slash": [
    text({ "tpp-redirect-uri": `${uri}/` }),
    text({ "tpp-redirect-uri": uri.replace("?", "/?") }),
  ],
  "redirect-uri-without-query": [text({ "tpp-redirect-uri": "https://tpp.example/cb" })],
  "redirect-uri-escaped-as-html": [text({ "tpp-redirect-uri": uri.replace("&", "&amp;") })],
  "target-method-upper-case": [text({ "(request-target)": `POST ${target}` })],
  "target-without-method": [text({ "(request-target)": target })],
  "target-without-query": [text({ "(request-target)": `post ${target.split("?")[0]}` })],
  "target-absolute": [text({ "(request-target)": `post https://bank.example:8443${target}` })],
  "target-decoded": [text({ "(request-target)": `post ${decodeURIComponent(target)}` })],
  "target-space": [text({ "(request-target)": `post ${target.replace("%20", "+")}` })],
  "target-with-version": [text({ "(request-target)": `POST ${target} HTTP/1.1` })],
  "target-with-another-method": [text({ "(request-target)": `put ${target}` })],
  "target-with-prefix": [text({ "(request-target)": `post /gateway${target}` })],
  "target-without-prefix": [text({ "(request-target)": `post ${target.replace("/api", "")}` })],
  "target-name": [right.replace("(request-target)", "request-target")],
};
