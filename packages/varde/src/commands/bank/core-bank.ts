import { resolve } from "node:path";
import { ConfigurationRefused, dataSet, StorageRefused } from "@varde/sandbox";
import { type CoreBankOptions, startCoreBank } from "@varde/sandbox/core-bank";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { generalOptions } from "../../options.ts";
import { readFileText } from "../../read-file.ts";
import { stopOnSignal } from "../../stop-on-signal.ts";

const hostDefault = "127.0.0.1";
const portDefault = 8090;
const folderDefault = ".varde-core-bank";
const worldDefault = "bank";
const secretCharactersMin = 32;
const loopback = new Set(["127.0.0.1", "localhost", "::1"]);

export const coreBank: Command = {
  usage: ["core-bank [--port PORT]", "core-bank --tls-cert FILE --tls-key FILE --client-ca FILE"],
  about: [
    "Starts a core bank behind the HTTP contract that a bank implements for its own systems " +
      "(docs/reference/core-bank-openapi.json). It is the ledger of the sandbox with the same " +
      "customers, and settles payments to other banks within seconds. It runs until you press " +
      "Ctrl-C, and stores its data in the folder .varde-core-bank.",
    "Without TLS, only this machine can reach it. With --push-to it sends the bank a signed " +
      "webhook when there are new outcomes.",
  ],
  options: {
    port: { value: "PORT", about: `Port. Default: ${portDefault}.` },
    host: { value: "HOST", about: `Address. Default: ${hostDefault}.` },
    data: { value: "FOLDER", about: `Data. Default: ${folderDefault}.` },
    "tls-cert": { value: "FILE", about: "The certificate of this server (PEM)." },
    "tls-key": { value: "FILE", about: "Its key (PEM)." },
    "client-ca": {
      value: "FILE",
      about: "The authorities of the certificates that callers need (PEM).",
    },
    "push-to": { value: "URL", about: "The bank's address for webhooks." },
    "push-world": {
      value: "NAME",
      about: `The bank's name of its world, for webhooks. Default: ${worldDefault}.`,
    },
    ...generalOptions,
  },
  environment: [
    ["DATABASE_URL", "A PostgreSQL database of its own: postgres://…. Default: SQLite."],
    ["VARDE_PUSH_SECRET", "The secret that webhooks are signed with, of 32 characters or more."],
  ],
  examples: [
    { line: "varde core-bank" },
    { line: "varde check-core-bank http://127.0.0.1:8090/v1", about: "In another terminal" },
    {
      line: "varde core-bank --tls-cert core.pem --tls-key key.pem --client-ca ca.pem",
      about: "For callers with a certificate",
    },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    refuseExtraArguments(words);
    try {
      const running = await startCoreBank(readOptions(invocation));
      stopOnSignal(running.close);
      terminal.line(describeStart(running.url, invocation));
      terminal.json({ url: running.url });
    } catch (error) {
      if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
      throw CommandFailed.because(error);
    }
  },
};

const readOptions = (invocation: Invocation): CoreBankOptions => {
  const { text, environment, terminal } = invocation;
  const host = text("host") ?? hostDefault;
  const tls = readTls(invocation);
  if (tls === undefined && !loopback.has(host)) {
    throw new UsageError(
      `anybody could use the core bank at ${host}; add --tls-cert, --tls-key and --client-ca`,
    );
  }
  const { DATABASE_URL: url } = environment;
  return {
    host,
    port: readPort(text("port")),
    location: url
      ? { engine: "postgres", url }
      : { engine: "sqlite", folder: resolve(text("data") ?? folderDefault) },
    tls,
    pushTo: readPushTarget(invocation),
    onFailure: (what, error) =>
      terminal.note(`${what} failed: ${error}`, { failed: what, error: String(error) }),
  };
};

const readPort = (given = String(portDefault)): number => {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port must be a number from 0 to 65535, not "${given}"`);
};

const readTls = ({ text }: Invocation): CoreBankOptions["tls"] => {
  const names = ["tls-cert", "tls-key", "client-ca"] as const;
  const given = names.filter((name) => text(name) !== undefined);
  if (given.length === 0) return undefined;
  const missing = names.find((name) => text(name) === undefined);
  if (missing !== undefined) throw new UsageError(`--${given[0]} needs --${missing} too`);
  const [certificate, key, clientAuthorities] = names.map((name) => readFileText(text(name) ?? ""));
  return {
    certificate: certificate ?? "",
    key: key ?? "",
    clientAuthorities: clientAuthorities ?? "",
  };
};

const readPushTarget = ({ text, environment }: Invocation): CoreBankOptions["pushTo"] => {
  const url = text("push-to");
  if (url === undefined) return undefined;
  const secret = environment.VARDE_PUSH_SECRET ?? "";
  if (secret.length < secretCharactersMin) {
    throw new UsageError(
      `--push-to needs a secret of ${secretCharactersMin} characters or more in VARDE_PUSH_SECRET`,
    );
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--push-to must be an http or https address, not "${url}"`);
  }
  return { url, secret, worldId: text("push-world") ?? worldDefault };
};

const describeStart = (url: string, { program, text }: Invocation): readonly string[] => {
  const { kari } = dataSet.people;
  return [
    "",
    "Varde core bank: a ledger behind the HTTP contract. No real money, no real people.",
    "",
    `  Contract   ${url} `,
    `  Customer   ${kari.name}, number ${kari.customerNumber}, account ${kari.current.bban}`,
    ...(text("push-to") === undefined ? [] : [`  Webhooks   ${text("push-to")}`]),
    "",
    "Next, in another terminal:",
    "",
    `  ${program} check-core-bank ${url}`,
    "",
    "Ctrl-C stops it.",
  ];
};
