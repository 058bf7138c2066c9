import { optionalSetting, requiredSetting, secretSetting, setting } from "@varde/bank";
import { schemaType } from "@varde/protocol";

const { boolean, integer, list, object, oneOf, optional, string } = schemaType;

const text = string({ minLength: 1 });
const texts = list(text, { minItems: 1 });
const count = integer({ minimum: 1, description: "a whole number above 0" });
const file = { isPath: true } as const;
const webhookSecret = string({
  minLength: 32,
  description: "a secret of 32 characters or more, as from openssl rand -base64 32",
});

/** The core bank, the PSU directory and the mandates behind the HTTP contract. */
const coreBankSettings = {
  "coreBank.url": requiredSetting(text, {
    about: "base address of the bank's systems behind the HTTP contract, core bank and directory",
  }),
  "coreBank.tls.certificate": optionalSetting(text, {
    about: "PEM file with the bank's client certificate",
    isPath: true,
  }),
  "coreBank.tls.key": secretSetting({ about: "private key of the client certificate, in PEM" }),
  "coreBank.tls.authorities": optionalSetting(text, {
    about: "PEM file with the authorities of the core bank's certificate",
    defaultText: "those that Node trusts",
    isPath: true,
  }),
  "coreBank.oauth.tokenUrl": requiredSetting(text, {
    about: "where access tokens are issued (client credentials)",
  }),
  "coreBank.oauth.clientId": requiredSetting(text, { about: "the bank's id at that server" }),
  "coreBank.oauth.clientSecret": secretSetting({
    about: "the bank's secret at that server",
    isRequired: true,
  }),
  "coreBank.oauth.scope": optionalSetting(text, { about: "the scope to ask for" }),
  "coreBank.timeoutMs": setting(count, {
    default: 8_000,
    about: "time limit of a call; shorter than `portTimeoutMs`",
  }),
  "coreBank.connections": setting(count, {
    default: 50,
    about: "connections of each process; further calls wait for one",
  }),
  "coreBank.mandates": setting(boolean(), {
    default: false,
    about:
      "whether the core bank decides who signs for companies, by `/signings/decide` and " +
      "`/signings/signers`; otherwise everybody who may use a company's account signs alone",
  }),
  "coreBank.webhookSecret": secretSetting(
    {
      about:
        "secret of 32 characters or more with which the core bank signs the webhook to " +
        "`/core-bank/outcomes`; without it, outcomes are only pulled",
    },
    webhookSecret,
  ),
  "coreBank.nextWebhookSecret": secretSetting(
    { about: "the next secret, accepted too while the secret is being replaced" },
    webhookSecret,
  ),
};

const moduleSettings = {
  module: optionalSetting(text, {
    ...file,
    about:
      "a JavaScript module of the bank whose default export is a function that returns ports, " +
      "such as `{ kidRegister, appNotifier }`, and `findDevice` for `sca.app`",
  }),
};

const scaSettings = {
  "sca.app": setting(boolean(), {
    default: false,
    about:
      "whether PSUs identify and approve in the bank's app, which signs on the phone. `module` " +
      "returns `findDevice`, and the app decides by a channel of `ownChannels`",
  }),
  "sca.oidc.issuer": requiredSetting(text, {
    about: "the OpenID Connect provider, like https://idporten.example",
  }),
  "sca.oidc.clientId": requiredSetting(text, { about: "the bank's id at the provider" }),
  "sca.oidc.key": secretSetting({
    about: "the bank's private key as a JWK with `kid` and `alg`",
    isRequired: true,
  }),
  "sca.oidc.levels": requiredSetting(texts, {
    about: "values of `acr` that the provider uses, the lowest level first",
  }),
  "sca.oidc.levelMin": requiredSetting(text, { about: "the lowest level that is accepted" }),
  "sca.oidc.identityClaim": requiredSetting(text, {
    about: "claim with the national identity number: `nnin_altsub`, `pid`, `nin`",
  }),
  "sca.oidc.approvalParameter": requiredSetting(oneOf(["claims", "binding_message"]), {
    about: "parameter of the request that carries what the PSU approves",
  }),
  "sca.oidc.approvalClaim": requiredSetting(text, {
    about: "claim of the ID token in which the provider repeats the text",
  }),
  "sca.oidc.transactionIdClaim": setting(text, {
    default: "jti",
    about: "claim with the provider's id of the transaction",
  }),
  "sca.oidc.scope": setting(text, { default: "openid", about: "the scope to ask for" }),
  "sca.oidc.idTokenAlgorithm": setting(text, {
    default: "RS256",
    about: "algorithm that ID tokens must be signed with",
  }),
  "sca.oidc.clockToleranceSeconds": setting(integer({ minimum: 0, maximum: 300 }), {
    default: 10,
    about: "how much the clocks of bank and provider may differ",
  }),
  "sca.oidc.timeoutSeconds": setting(integer({ minimum: 1, maximum: 60 }), {
    default: 5,
    about: "time limit of each request to the provider",
  }),
};

const trustSettings = {
  tppRegister: optionalSetting(text, {
    ...file,
    about: "the JSON file of the TPP register, which `varde register` changes",
  }),
  "certificates.authorities": optionalSetting(text, {
    ...file,
    about: "PEM file with the authorities to trust, besides those of `certificates.trustedLists`",
  }),
  "certificates.intermediates": optionalSetting(text, {
    ...file,
    about: "PEM file with authorities between those to trust and the certificates of TPPs",
  }),
  "certificates.trustedLists": setting(
    list(object({ file: text, signers: texts }), {
      description: "a list with file and signers for each trusted list",
    }),
    {
      ...file,
      default: [],
      defaultText: "none",
      about:
        "national trusted lists: `file` (XML) and `signers`, PEM files with the certificates of " +
        "the bodies that sign the list",
    },
  ),
  "certificates.statusSources": setting(
    list(object({ issuer: text, ocsp: optional(texts), crl: optional(texts) }), {
      description: "a list with issuer, and ocsp or crl with addresses",
    }),
    {
      default: [],
      defaultText: "none",
      about:
        "where certificates of `certificates.authorities` are checked for revocation: `issuer` " +
        "is the common name of the authority, `ocsp` and `crl` are addresses",
    },
  ),
  "certificates.whenUnavailable": setting(oneOf(["refuse", "accept"]), {
    default: "refuse",
    about: "a certificate whose revocation cannot be checked: `refuse` or `accept` it",
  }),
};

const signerSettings = {
  "responseSigner.key": secretSetting({
    about: "private RSA key of the bank's seal, in PEM, to sign responses and the audit",
  }),
  "responseSigner.certificate": optionalSetting(text, {
    ...file,
    about: "PEM file with the certificate of the seal, beside `responseSigner.key`",
  }),
  "responseSigner.socket": optionalSetting(text, {
    ...file,
    about:
      "Unix socket of another process that has the key, instead of `responseSigner.key`; an HSM " +
      "can be behind it",
  }),
};

/** The settings that choose the implementation of each port. */
export const portSettings = {
  ...coreBankSettings,
  ...moduleSettings,
  ...scaSettings,
  ...trustSettings,
  ...signerSettings,
};
