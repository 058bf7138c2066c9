import { readFileSync } from "node:fs";
import type { BankPorts } from "@varde/bank";
import { createHttpCoreBank, type HttpCoreBankOptions } from "@varde/core-bank-http";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import type { PortContext } from "./port-context.ts";

const webhookPath = "/core-bank/outcomes";

/** Opens the core bank, the PSU directory and the mandates behind the HTTP contract. */
export const openHttpCoreBank = async (context: PortContext): Promise<Partial<BankPorts>> => {
  const { settings, stack } = context;
  const { "coreBank.url": url } = settings;
  if (url === undefined) return {};
  const http = createHttpCoreBank({
    url,
    tls: readTls(settings),
    oauth: readOauth(settings),
    timeoutMs: settings["coreBank.timeoutMs"],
    connections: settings["coreBank.connections"],
    headers: context.traceHeaders,
    outcomes: readOutcomes(settings),
    mandates: settings["coreBank.mandates"],
  });
  const { coreBank, psuDirectory, signingMandates, connect, receiveOutcomes, close } = http;
  stack.defer(close);
  // The bank also starts without the prices; payments are refused until they are read.
  context.onBank(() => connect().catch(context.onFault));
  if (receiveOutcomes !== undefined) {
    context.onBank(({ app, collectOutcomes }) => {
      const receive = receiveOutcomes(collectOutcomes, (reason) =>
        context.onFault(new Error(`webhook refused: ${reason}`)),
      );
      // The listener reads the raw body, which the signature covers.
      app.post(webhookPath, {
        onRequest: (request, reply) => {
          reply.hijack();
          receive(request.raw, reply.raw);
        },
        handler: () => {},
      });
    });
  }
  return { coreBank, psuDirectory, ...(signingMandates && { signingMandates }) };
};

const readTls = (settings: ServerSettings): HttpCoreBankOptions["tls"] => {
  const {
    "coreBank.tls.certificate": certificate,
    "coreBank.tls.key": key,
    "coreBank.tls.authorities": authorities,
  } = settings;
  if (certificate === undefined && key === undefined && authorities === undefined) return undefined;
  return {
    ...(certificate !== undefined && { certificate: readFileSync(certificate, "utf8") }),
    ...(key !== undefined && { key }),
    ...(authorities !== undefined && { authorities: readFileSync(authorities, "utf8") }),
  };
};

const readOauth = (settings: ServerSettings): HttpCoreBankOptions["oauth"] => {
  const {
    "coreBank.oauth.tokenUrl": tokenUrl,
    "coreBank.oauth.clientId": clientId,
    "coreBank.oauth.clientSecret": clientSecret,
    "coreBank.oauth.scope": scope,
  } = settings;
  if (tokenUrl === undefined || clientSecret === undefined) return undefined;
  return { tokenUrl, clientId, clientSecret, ...(scope !== undefined && { scope }) };
};

const readOutcomes = (settings: ServerSettings): HttpCoreBankOptions["outcomes"] => {
  const { "coreBank.webhookSecret": secret, "coreBank.nextWebhookSecret": next } = settings;
  if (secret === undefined) return { mode: "pull" };
  return { mode: "push", secrets: next === undefined ? [secret] : [secret, next] };
};
