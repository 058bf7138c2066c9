import { requestTargetName } from "../signing-string.ts";
import { type LineMistake, type SignatureEvidence, valueMistake } from "./mistake.ts";

const decodeUri = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const otherSpaces = (value: string): string[] => [
  value.replaceAll("%20", "+"),
  value.replaceAll("+", "%20"),
];
const spaceRule = "a space is written as %20 or as +; sign the one that you send";

const redirect = (
  mistake: string,
  why: string,
  alternatives: (value: string) => Iterable<string>,
): LineMistake => valueMistake(mistake, "tpp-redirect-uri", why, alternatives);

const redirectMistakes: readonly LineMistake[] = [
  redirect("redirect-uri-space", `${spaceRule} in TPP-Redirect-URI`, otherSpaces),
  redirect("redirect-uri-decoded", "the address is signed exactly as it is sent", (value) => [
    decodeUri(value),
    decodeUri(value.replaceAll("+", " ")),
  ]),
  redirect("redirect-uri-encoded", "the address is signed exactly as it is sent", (value) => [
    encodeURI(value),
    encodeURIComponent(value),
    value.replace(/%[0-9a-f]{2}/gi, (pair) => pair.toLowerCase()),
    value.replace(/%[0-9a-f]{2}/gi, (pair) => pair.toUpperCase()),
  ]),
  redirect("redirect-uri-slash", "the address is signed exactly as it is sent", (value) => [
    `${value}/`,
    value.replace(/\/$/, ""),
    value.replace(/\/?\?/, "/?"),
    value.replace("/?", "?"),
  ]),
  redirect("redirect-uri-without-query", "the whole address is signed", (value) => [
    value.replace(/[?#].*$/s, ""),
    value.replace(/#.*$/s, ""),
  ]),
  redirect(
    "redirect-uri-escaped-as-html",
    "the address is signed exactly as it is sent",
    (value) => [value.replaceAll("&", "&amp;"), value.replaceAll("&amp;", "&")],
  ),
];

const target = (
  mistake: string,
  why: string,
  alternatives: (method: string, target: string, evidence: SignatureEvidence) => Iterable<string>,
): LineMistake =>
  valueMistake(mistake, requestTargetName, why, (_value, evidence) =>
    alternatives(evidence.method.toLowerCase(), evidence.target, evidence),
  );

const targetRule = "it is the method in lower case, a space, and the path with query as sent";

/** Prefixes under which proxies and banks commonly serve the interface. */
const proxyPrefixes = [
  ...["/api", "/api-sandbox", "/sandbox", "/psd2", "/open-banking", "/openbanking", "/xs2a"],
  ...["/bank", "/gateway", "/proxy", "/public", "/external", "/api/psd2", "/psd2/api"],
];

const targetMistakes: readonly LineMistake[] = [
  target("target-method-upper-case", targetRule, (method, path) => [
    `${method.toUpperCase()} ${path}`,
  ]),
  target("target-without-method", targetRule, (_method, path) => [path]),
  target("target-without-query", targetRule, (method, path) => [
    `${method} ${path.replace(/\?.*$/s, "")}`,
  ]),
  target("target-absolute", targetRule, (method, path, evidence) => {
    const host = evidence.header("host") ?? "";
    return ["https", "http"].flatMap((scheme) => [
      `${method} ${scheme}://${host}${path}`,
      `${scheme}://${host}${path}`,
    ]);
  }),
  target("target-decoded", targetRule, (method, path) => [
    `${method} ${decodeUri(path)}`,
    `${method} ${encodeURI(path)}`,
  ]),
  target("target-space", `${spaceRule} in the request line`, (method, path) =>
    otherSpaces(path).map((other) => `${method} ${other}`),
  ),
  target("target-with-version", targetRule, (method, path) => [
    `${method} ${path} HTTP/1.1`,
    `${method.toUpperCase()} ${path} HTTP/1.1`,
  ]),
  target("target-with-another-method", targetRule, (method, path) =>
    ["get", "post", "put", "delete", "patch"]
      .filter((other) => other !== method)
      .map((other) => `${other} ${path}`),
  ),
  target("target-with-prefix", `${targetRule}, without the prefix of a proxy`, (method, path) =>
    proxyPrefixes.map((prefix) => `${method} ${prefix}${path}`),
  ),
  target(
    "target-without-prefix",
    `${targetRule}, including the prefix before /v1`,
    (method, path) => [
      `${method} ${path.replace(/^.*?(?=\/v1\/)/s, "")}`,
      `${method} ${path.replace(/^.*?\/v1(?=\/)/s, "")}`,
    ],
  ),
  {
    mistake: "target-name",
    why: `the line's name is ${requestTargetName}`,
    variants: (lines) =>
      ["request-target", "(Request-Target)", "@request-target"].map((name) =>
        lines.map((line) => (line[0] === requestTargetName ? [name, line[1]] : line)),
      ),
  },
];

const hostMistakes: readonly LineMistake[] = [
  valueMistake(
    "host-port",
    "host",
    "Host is signed exactly as it is sent, with its port if there is one",
    (value) => [value.replace(/:\d+$/, ""), `${value}:443`, `${value}:80`],
  ),
  valueMistake(
    "host-with-scheme",
    "host",
    "Host is signed as it is sent, without https://",
    (value) =>
      ["https", "http"].flatMap((scheme) => [`${scheme}://${value}`, `${scheme}://${value}/`]),
  ),
];

/** Mistakes in an address: TPP-Redirect-URI, Host and the request target. */
export const addressMistakes: readonly LineMistake[] = [
  ...redirectMistakes,
  ...hostMistakes,
  ...targetMistakes,
];
