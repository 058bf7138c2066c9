import type { RawTpp } from "@varde/testkit/tpp";
import type { Mistakes } from "./mistakes.ts";
import {
  type Change,
  candidates,
  digestOf,
  minified,
  put,
  sorted,
  target,
} from "./send-mistaken.ts";

const withTarget = (value: string | ((tpp: RawTpp) => string)): Change => ({
  names: ["(request-target)", ...candidates],
  signs: (string, _, tpp) =>
    string.replace(`post ${target}`, typeof value === "string" ? value : value(tpp)),
});

/** Writes a header in UTF-8 as Node takes it, with one character for each byte. */
const latin1Bytes = (text: string): string => Buffer.from(text).toString("latin1");

/** Mistakes in the values of the signing string. */
export const valueMistakes: Mistakes = {
  "the Digest of a minified body": [
    { signs: put("digest", digestOf(minified)) },
    /exactly as sent, not over minified JSON/,
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
  "the redirect address with + for %20": [
    { signs: put("tpp-redirect-uri", (right) => right.replace("%20", "+")) },
    /sign the one that you send in TPP-Redirect-URI/,
  ],
  "Host without its port": [
    {
      names: [...candidates, "host"],
      signs: (string, _, tpp) =>
        string.replace(/host: .*$/, `host: ${new URL(tpp.address).hostname}`),
    },
    /signed "host: 127\.0\.0\.1", the server saw "host: 127\.0\.0\.1:\d+"/,
  ],
  "the redirect address in ISO-8859-1": [
    {
      headers: { "tpp-redirect-uri": latin1Bytes("https://tpp.example/cb?name=Blåbær") },
      signs: (string) => Buffer.from(Buffer.from(string, "latin1").toString("utf8"), "latin1"),
    },
    /in ISO-8859-1: .*"å" is E5 in the string that you signed; right is C3 A5/s,
  ],
  "the redirect address without its query": [
    { signs: put("tpp-redirect-uri", "https://tpp.example/cb") },
    /signed "tpp-redirect-uri: https:\/\/tpp\.example\/cb"/,
  ],
  "(request-target) with POST": [
    withTarget(`POST ${target}`),
    /signed "\(request-target\): POST \/v1\/[^ "]+"/,
  ],
  "(request-target) without its query": [
    withTarget(`post ${target.split("?")[0]}`),
    /signed "\(request-target\): post [^?"]+"/,
  ],
  "(request-target) with the host": [
    withTarget((tpp) => `post ${tpp.address}${target}`),
    /signed "\(request-target\): post http/,
  ],
  "the Digest of sorted JSON": [
    { signs: put("digest", digestOf(sorted)) },
    /exactly as sent, not over other JSON/,
  ],
  "the Digest in hexadecimal": [
    {
      signs: put(
        "digest",
        (right) => `SHA-256=${Buffer.from(right.slice(8), "base64").toString("hex")}`,
      ),
    },
    /signed "digest: SHA-256=[0-9a-f]{64}"/,
  ],
  "the Digest token in lower case": [
    { signs: put("digest", (right) => right.replace("SHA", "sha")) },
    /signed "digest: sha-256=/,
  ],
  "the Digest of an empty body": [
    { signs: put("digest", digestOf("")) },
    /signed "digest: SHA-256=47DEQpj8HBSa/,
  ],
  "a Date with UTC": [
    { signs: put("date", (right) => right.replace("GMT", "UTC")) },
    /signed "date: [^"]* UTC"/,
  ],
  "a Date of another zone": [
    { signs: put("date", (right) => new Date(Date.parse(right) + 3_600_000).toUTCString()) },
    /the Date sent is in another zone than the one signed/,
  ],
  "a Date in seconds": [
    { signs: put("date", (right) => String(Date.parse(right) / 1000)) },
    /signed "date: \d{10}"/,
  ],
  "the redirect address with a slash": [
    { signs: put("tpp-redirect-uri", (right) => right.replace("?", "/?")) },
    /signed "tpp-redirect-uri: https:\/\/tpp\.example\/cb\/\?/,
  ],
  "the redirect address with HTML escapes": [
    { signs: put("tpp-redirect-uri", (right) => right.replaceAll("&", "&amp;")) },
    /signed "tpp-redirect-uri: [^"]*&amp;/,
  ],
  "the redirect address encoded twice": [
    { signs: put("tpp-redirect-uri", encodeURIComponent) },
    /signed "tpp-redirect-uri: https%3A%2F%2F/,
  ],
  "a UUID without hyphens": [
    { signs: put("psu-id", (right) => right.replaceAll("-", "")) },
    /signed "psu-id: [0-9A-F]{32}"/,
  ],
  "an empty value": [{ signs: put("psu-id", "") }, /signed "psu-id: ", .*the value sent/],
  "(request-target) without its method": [withTarget(target), /signed "\(request-target\): \/v1/],
  "(request-target) with another method": [
    withTarget(`put ${target}`),
    /signed "\(request-target\): put /,
  ],
  "(request-target) with the prefix of a proxy": [
    withTarget(`post /psd2${target}`),
    /without the prefix of a proxy/,
  ],
  "(request-target) with the version": [
    withTarget(`post ${target} HTTP/1.1`),
    /signed "\(request-target\): post [^"]* HTTP\/1\.1"/,
  ],
  "(request-target) decoded": [
    withTarget(`post ${decodeURIComponent(target)}`),
    /signed "\(request-target\): post [^"]*=true"/,
  ],
  "(request-target) without /v1": [
    withTarget(`post ${target.replace("/v1", "")}`),
    /including the prefix before \/v1/,
  ],
};
