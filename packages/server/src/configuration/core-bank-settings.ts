import { optionalSetting, requiredSetting, secretSetting, setting } from "@varde/bank";
import { schemaType } from "@varde/protocol";

const { integer, string } = schemaType;

const text = string({ minLength: 1 });
const count = integer({ minimum: 1, description: "a whole number above 0" });

/** The core bank and the PSU directory behind the HTTP contract. */
export const coreBankSettings = {
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
  "coreBank.webhookSecret": secretSetting({
    about:
      "secret of 32 characters or more with which the core bank signs the webhook to " +
      "`/core-bank/outcomes`; without it, outcomes are only pulled",
  }),
  "coreBank.nextWebhookSecret": secretSetting({
    about: "the next secret, accepted too while the secret is being replaced",
  }),
};
