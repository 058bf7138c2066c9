import { buildTable, limits, listKeys, paymentProducts, schemaType } from "@varde/protocol";
import { batchTimesDefault } from "../calendar/batch-times.ts";
import { optionalSetting, setting } from "./setting.ts";
import { themeSchema } from "./theme-schema.ts";

const { boolean, integer, list, object, oneOf, optional, string } = schemaType;

const count = integer({ minimum: 1, description: "a whole number above 0" });
const names = optional(oneOf(["re-encode", "refuse"]));
const namesByProduct = buildTable(listKeys(paymentProducts), () => names);
const retentionDays = (minimum: number) =>
  optional(
    integer({ minimum, maximum: 36_500, description: `whole days, from ${minimum} to 36500` }),
  );
const days = retentionDays(1);
const sha256 = string({ pattern: "^[0-9a-fA-F]{64}$" });
const channelScopes = [
  "consents:read",
  "consents:revoke",
  "challenges:read",
  "challenges:decide",
  "signings:read",
  "signings:start",
] as const;
const time = string({ pattern: "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$" });

/** Every switch of the bank. A host adds its own settings to this table. */
export const bankSettings = {
  mode: setting(oneOf(["sandbox", "production"]), {
    default: "sandbox",
    about: "`production` gives short error texts and has no sandbox operations",
  }),
  bankId: optionalSetting(
    string({
      pattern: "^[\\w.-]{1,64}$",
      description: "1 to 64 letters, digits, dots, hyphens or underscores",
    }),
    {
      defaultText: "made at the first start; required in production",
      about: "the bank that the database belongs to; other banks are refused at start",
    },
  ),
  bankName: setting(string(), {
    default: "Varde Bank",
    about: "the name that PSUs see",
  }),
  theme: setting(themeSchema, {
    default: {},
    defaultText: "neutral colours; Varde's mark in a sandbox",
    about:
      "logo, colours, texts and footer of the pages for PSUs: " +
      "[The bank's own look](../guides/a-bank-in-production.md#the-banks-own-look)",
    isPath: ["logo", "darkLogo"],
  }),
  publicUrl: setting(
    string({
      pattern: "^https?://[^/?#]+$",
      description: "a scheme, a host and a port, like https://openbanking.bank.example",
    }),
    {
      default: "http://127.0.0.1:8080",
      about:
        "the bank's address for PSUs and TPPs; SCA links and the OpenAPI document start with it",
    },
  ),
  pathPrefix: setting(
    string({ pattern: "^(?:/[\\w.~-]+)*$", description: "empty or like /open-banking" }),
    { default: "", defaultText: "none", about: "path prefix before `/v1`" },
  ),
  linkForm: setting(oneOf(["from-base", "with-prefix"]), {
    default: "from-base",
    about:
      "links in responses: from `/v1` on, to append to the base address, or `with-prefix`, for " +
      "clients that resolve links like a browser",
  }),
  trust: setting(oneOf(["any", "sandbox-ca", "anchors"]), {
    default: "any",
    about: "accepted certificates: `any`, `sandbox-ca`, or only seals that chain to `anchors`",
  }),
  anchors: setting(list(string(), { description: "a list of files with PEM certificates" }), {
    default: [],
    defaultText: "none",
    about: "files with the certificates of authorities that TPPs' certificates may chain to",
    isPath: true,
  }),
  clientCertificate: setting(oneOf(["off", "optional", "required"]), {
    default: "off",
    about:
      "the TPP's certificate on the TLS connection (QWAC): not read, checked if there is one, or " +
      "`required`; behind one of `trustedProxies` it is in the header Client-Cert",
  }),
  country: setting(
    string({ pattern: "^[A-Z]{2}$", description: "a country code of two letters, like NO" }),
    {
      default: "NO",
      about: "country in which the bank offers its services; the TPP register is asked about it",
    },
  ),
  strictness: setting(oneOf(["lenient", "strict"]), {
    default: "lenient",
    about: "forms that the interface does not ask for: accept them with a warning, or `strict`",
  }),
  requestTarget: setting(oneOf(["optional", "required"]), {
    default: "optional",
    about:
      "whether signatures must cover `(request-target)`, so that a signed request is valid for " +
      "its own method and path only",
  }),
  amountFractionDigits: setting(oneOf(["exact", "at-most"]), {
    default: "exact",
    about: "fraction digits of an amount: exactly those of the currency, or `at-most`",
  }),
  bbanCheckDigit: setting(oneOf(["required", "off"]), {
    default: "required",
    about: "mod 11 check of account numbers that the bank does not hold, or `off`",
  }),
  names: setting(
    object(namesByProduct, {
      description: 'products with "re-encode" or "refuse", like {"NDCT": "re-encode"}',
    }),
    {
      default: {},
      defaultText: "`refuse` for domestic products, `re-encode` for cross-border ones",
      about: "names and addresses with characters that clearing cannot carry, by product",
    },
  ),
  nonBankDay: setting(oneOf(["move", "reject"]), {
    default: "move",
    about: "an execution date that is not a bank day: move it with a warning, or `reject` it",
  }),
  acceptFixRequired: setting(boolean(), {
    default: true,
    about: "whether creating a payment or basket requires `x-accept-fix`",
  }),
  responseSigning: setting(oneOf(["off", "on-request", "always"]), {
    default: "on-request",
    about:
      "responses, including refusals, are signed if `Accept-Signature` is sent; or `off`, " +
      "`always`; a 503 for overload or a failing signer is never signed",
  }),
  hideUnsignedDomestic: setting(boolean(), {
    default: false,
    about: "whether reading an unsigned domestic payment returns 404",
  }),
  partlySigned: setting(oneOf(["RCVD", "PATC"]), {
    default: "RCVD",
    about:
      "status of a payment that some of a company's people have approved and others must; PATC " +
      "is not in the interface's list",
  }),
  batchTimes: setting(
    object(
      { payments: list(object({ cutOff: time, run: time }), { minItems: 1 }), periodic: time },
      { description: "like the default, with at least one run and times like 05:30" },
    ),
    {
      default: batchTimesDefault,
      defaultText: "05:30, 09:30, 11:30, 13:30, 15:30; periodic 05:00",
      about: "runs and cut-offs, Oslo time",
    },
  ),
  aspspHasAllRoles: setting(boolean(), {
    default: true,
    about: "whether the role PSP_AS includes all other roles",
  }),
  appApproval: setting(boolean(), {
    default: true,
    about: "whether approvals can wait in the bank's own app",
  }),
  trustedProxies: setting(
    list(string(), { description: "addresses or networks like 10.0.0.0/8" }),
    {
      default: [],
      defaultText: "none",
      about:
        "addresses of the bank's own proxies, whose X-Forwarded-For and Client-Cert are trusted",
    },
  ),
  requestsInFlightMax: setting(count, {
    default: 1_000,
    about:
      "concurrent requests, half of them for one TPP; further ones wait up to 0.8 s, then get 503",
  }),
  unopenedScasMax: setting(count, {
    default: 10_000,
    about:
      "SCA links that a TPP gets with refusals: an unopened one is dropped when the TPP has got " +
      "this many later ones; payments and baskets are not affected",
  }),
  audit: setting(boolean(), {
    default: true,
    about: "whether accesses by TPPs are recorded; only a sandbox may switch it off",
  }),
  retentionDays: setting(
    object(
      {
        audit: days,
        // The current quarter, and the one before it, which is reported now.
        kpi: retentionDays(184),
        consents: retentionDays(limits.scaRenewalDays),
        sessions: days,
        authorisations: days,
        psuDevices: days,
        // Longer than a payment waits for its approval, and than most returns take.
        payments: retentionDays(90),
      },
      // Without a description, so that a fault names the kind of data.
      { additionalProperties: false },
    ),
    {
      default: {},
      defaultText:
        "`audit` 1825, `kpi` 731, `consents` 545, `sessions` 180, `authorisations` 30, " +
        "`psuDevices` 90, `payments` never",
      about:
        "days after which data is deleted: accesses of TPPs, figures for the regulator (184 at " +
        "least), consents since their last SCA (180 at least), sessions, authorisations without " +
        "a payment, devices of PSUs who paid, and payments since the last change of their status " +
        "(90 at least), once nothing can change it any more",
    },
  ),
  ownChannels: setting(
    list(
      object({
        name: string({ pattern: "^[\\w.-]{1,64}$" }),
        scopes: list(oneOf(channelScopes), { minItems: 1 }),
        tokenSha256: optional(sha256),
        certificateSha256: optional(sha256),
      }),
      {
        description:
          `a list of channels, each with name, scopes (${channelScopes.join(", ")}) and ` +
          "tokenSha256 or certificateSha256, 64 hexadecimal digits",
      },
    ),
    {
      default: [],
      defaultText: "none",
      about:
        "the bank's own app, online bank and so on, which may list and revoke consents, and " +
        "list and decide the challenges of `sca.app`, by the API at `/own-channel/v1`, with a " +
        "bearer token or a client certificate",
    },
  ),
  suspended: optionalSetting(
    string({ minLength: 1, maxLength: 200, description: "a text of up to 200 characters" }),
    {
      about:
        "a text for TPPs, such as when the bank is back: requests get 503 with it, and pages say " +
        "that the bank is closed. Signed payments are still executed",
    },
  ),
  drainMs: setting(integer({ minimum: 0, description: "a whole number" }), {
    default: 0,
    about:
      "how long a stopping bank is not ready but still serves, in milliseconds, so that load " +
      "balancers stop sending requests before it closes",
  }),
  portTimeoutMs: setting(count, {
    default: 10_000,
    about: "in production, timeout in milliseconds for the bank's own systems",
  }),
  portCallsMax: setting(count, {
    default: 100,
    about: "in production, concurrent calls to each of the bank's own systems; further ones wait",
  }),
  portFailuresMax: setting(count, {
    default: 20,
    about: "in production, failed calls in a row after which one of these systems is not called",
  }),
  portPauseMs: setting(count, {
    default: 5_000,
    about: "how long it is not called, in milliseconds, before one call tries it again",
  }),
  metrics: setting(boolean(), {
    default: true,
    about: "whether requests, calls to ports and database units are counted and timed",
  }),
};
