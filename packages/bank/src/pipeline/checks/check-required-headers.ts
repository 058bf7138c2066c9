import {
  type HeaderName,
  headerTitle,
  isOneOf,
  missingHeaders,
  type Violation,
} from "@varde/protocol";
import { refuse, refuseAll } from "../../request/refusal.ts";
import type { RequestHeaders } from "../../request/request-headers.ts";
import type { Check } from "./check.ts";

const once = [
  "date",
  "digest",
  "signature",
  "tpp-signature-certificate",
  "x-request-id",
  "psu-id",
  "psu-corporate-id",
  "x-psu-identity",
  "psu-context",
  "psu-ip-address",
  "tpp-redirect-uri",
  "tpp-session-id",
  "host",
  "content-type",
] as const;

/** Hints on what to send, for headers whose name does not say it. */
const hints: Partial<Record<HeaderName, string>> = {
  "x-accept-fix": "list the early-adoption values you want, for example amount-as-string",
  "x-request-id": "send a value of your choice that is unique to this call, such as a UUID",
  date: "send the time of the call, for example Sun, 15 Nov 2026 10:00:00 GMT",
  digest: "send SHA-256= and the base64 hash of the body",
  "tpp-signature-certificate": "send your signing certificate as base64 DER in one line",
  signature: "every request is signed",
  "tpp-session-id": "send a session id of your choice",
  "tpp-redirect-uri": "send the address that the PSU returns to after SCA",
  "psu-id":
    "send the psu-id from the redirect after SCA; to create a payment you may send " +
    "X-PSU-IDENTITY instead, or only PSU-Context and let the SCA identify the PSU",
  "psu-ip-address": "send the address of the PSU's device",
};

/** Headers of other interfaces that clients send in place of a required one. */
const otherInterfaces: Partial<Record<HeaderName, readonly string[]>> = {
  signature: ["authorization", "signature-input", "x-jws-signature"],
  digest: ["content-digest", "repr-digest", "content-md5"],
  "tpp-signature-certificate": ["client-cert", "x-client-cert", "ssl-client-cert"],
};

/** Checks that all required headers are present, and that security headers are sent only once. */
export const checkRequiredHeaders: Check = (context, bank) => {
  const { headers } = context.received;
  for (const name of headers.repeated) {
    if (!isOneOf(once, name)) continue;
    const title = headerTitle(name);
    const text = `The header ${title} was sent more than once.`;
    return refuse({ code: "BAD_REQUEST", path: title, text });
  }
  const violations: Violation[] = [];
  for (const name of missingHeaders(context.operation, (each) => headers.has(each))) {
    if (name === "x-accept-fix" && !bank.configuration.acceptFixRequired) continue;
    violations.push(missingHeader(name, headers));
  }
  return refuseAll(violations);
};

const missingHeader = (name: HeaderName, headers: RequestHeaders): Violation => {
  const hint = hints[name];
  const other = otherInterfaces[name]?.find((each) => headers.has(each));
  const because = hint === undefined ? "" : `: ${hint}`;
  const text = `The header ${headerTitle(name)} is missing${because}.`;
  return {
    code: "HTTP_HEADER_REQUIRED",
    path: headerTitle(name),
    text: other === undefined ? text : `${text} The header ${other} was sent in its place.`,
  };
};
