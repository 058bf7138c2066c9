import { KeyObject } from "node:crypto";
import {
  digestAlgorithms,
  nearestName,
  operations,
  psuContexts,
  signatureAlgorithms,
} from "@varde/protocol";
import {
  type Argument,
  bodyObject,
  callback,
  durationMs,
  either,
  fields,
  filledText,
  flag,
  type Kind,
  kind,
  listOf,
  oneOf,
  optional,
  pauseMs,
  text,
  webAddress,
  wholeNumber,
} from "./check-arguments.ts";
import { callOptions, maybePsu } from "./resources/call-arguments.ts";

const texts = listOf(text, "a list of strings");

const bank = fields({
  baseUrl: filledText,
  pathPrefix: optional(text),
  ca: optional(either("a PEM text, or a list of them", text, texts)),
  tlsCertificate: optional(text),
  tlsKey: optional(text),
  sealAuthorities: optional(texts),
  sealHolder: optional(text),
  consentsPath: optional(oneOf(["bank-offered-consents", "consents"])),
  userPath: optional(oneOf(["user", "users"])),
});

const keyKinds = [filledText, kind("a KeyObject", (value) => value instanceof KeyObject), callback];

const identity = fields({
  certificate: filledText,
  key: either("a PEM text, a KeyObject or a function that signs", ...keyKinds),
});

const retries = fields({
  attemptsMax: optional(wholeNumber(1)),
  delayMs: optional(pauseMs),
  delayMsMax: optional(pauseMs),
  retryAfterMsMax: optional(pauseMs),
  repeatWrites: optional(flag),
  repeatUnreachable: optional(flag),
});

/** The options of `createTppClient`. */
export const clientOptions: Kind = fields({
  bank,
  identity,
  acceptFix: optional(texts),
  brand: optional(text),
  verifyResponses: optional(oneOf(["off", "if-signed", "required"])),
  retries: optional(retries),
  timeoutMs: optional(durationMs),
  signing: optional(
    fields({
      algorithm: optional(oneOf(signatureAlgorithms)),
      digestAlgorithm: optional(oneOf(digestAlgorithms)),
    }),
  ),
  signRequestTarget: optional(flag),
  onExchange: optional(callback),
  clock: optional(fields({ nowMs: callback, sleep: callback })),
  ids: optional(callback),
});

const forwarded = fields({
  ipPort: optional(text),
  userAgent: optional(text),
  httpMethod: optional(oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  accept: optional(text),
  acceptCharset: optional(text),
  acceptEncoding: optional(text),
  acceptLanguage: optional(text),
  geoLocation: optional(text),
  deviceId: optional(text),
});

/** The options of `client.psu`. */
export const psuOptions: Kind = fields({
  redirectUri: webAddress,
  ipAddress: optional(filledText),
  context: optional(oneOf(psuContexts)),
  identity: optional(filledText),
  redirectPreferred: optional(flag),
  forwarded: optional(forwarded),
  psuId: optional(filledText),
  psuCorporateId: optional(filledText),
  sessionId: optional(filledText),
});

/** The id of an operation. There are too many to name them all. */
const operationId: Kind = {
  what: "the id of an operation",
  find: (value, name) => {
    const near =
      typeof value === "string" ? nearestName(value, Object.keys(operations)) : undefined;
    const isKnown = (each: unknown) => typeof each === "string" && Object.hasOwn(operations, each);
    const what = `the id of an operation, such as ${near ?? "listAccounts"}`;
    return kind(what, isKnown).find(value, name);
  },
};

/** The arguments of `client.call`. */
export const callArguments: readonly Argument[] = [
  ["operation", operationId],
  [
    "input",
    optional(
      fields({
        parameters: optional(bodyObject),
        query: optional(bodyObject),
        target: optional(filledText),
        body: { what: "any value", find: () => undefined },
        psu: maybePsu[1],
      }),
    ),
  ],
  callOptions,
];
