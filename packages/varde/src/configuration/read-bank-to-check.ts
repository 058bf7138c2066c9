import { createPrivateKey } from "node:crypto";
import { dirname, resolve } from "node:path";
import { ConfigurationRefused } from "@varde/bank";
import {
  type BankToCheck,
  openCommandSca,
  openManualSca,
  openVardeSandbox,
  ScaNotCompleted,
} from "@varde/conformance";
import { type Certificate, nearestName, schemaType, validateBody } from "@varde/protocol";
import { type Invocation, UsageError } from "../command.ts";
import { readOwnIdentity } from "../identity/read-own-identity.ts";
import { trustPem } from "../identity/trust-authorities.ts";
import { readFileText } from "../read-file.ts";

const { boolean, object, oneOf, optional, string } = schemaType;

const file = string({ description: "the name of a file, relative to this one" });
const account = string({ description: 'an account number in quotes, like "99901010028"' });
const identity = object({ certificate: file, key: file });

const fileSchema = object({
  bank: string({
    pattern: "^https?://",
    description: "the address of the bank with its path prefix and without /v1",
  }),
  kind: optional(oneOf(["sandbox", "production"])),
  certificate: file,
  key: file,
  ca: optional(file),
  client: optional(identity),
  second: optional(identity),
  psu: optional(object({ id: string(), session: string() })),
  sca: optional(
    object({
      manual: optional(boolean()),
      command: optional(string({ description: "a command that completes the SCA" })),
      varde: optional(object({ customer: string() })),
    }),
  ),
  redirectUri: optional(string({ pattern: "^https?://", description: "an address of yours" })),
  debtor: object({ bban: account, account: optional(string()), card: optional(string()) }),
  creditor: object({ bban: account, name: string() }),
  kidPayee: optional(object({ bban: account, kid: string() })),
  pendingPayee: optional(object({ bban: account })),
  quotaAccount: optional(string()),
  company: optional(
    object({ psu: string(), agreement: optional(string()), debtor: optional(account) }),
  ),
});
type BankFile = schemaType.Static<typeof fileSchema>;

const redirectDefault = "http://127.0.0.1:28110/callback";

/** Reads the bank to check from the user's file, YAML or JSON. The caller closes its SCA driver. */
export const readBankToCheck = async (
  path: string,
  invocation: Invocation,
): Promise<BankToCheck> => {
  const given = await readFields(path);
  const inFolder = (name: string) => resolve(dirname(path), name);
  const identityOf = (named: { readonly certificate: string; readonly key: string }) => {
    const read = readOwnIdentity(inFolder(named.certificate), inFolder(named.key));
    // Parsed once: a run signs more than a thousand requests.
    return { certificate: read.certificate, key: createPrivateKey(read.keyPem) };
  };
  const { psu, debtor, creditor, kidPayee, pendingPayee, quotaAccount, company } = given;
  const tpp = identityOf(given);
  const ca = given.ca === undefined ? undefined : readFileText(inFolder(given.ca));
  // The control API of a sandbox is called at the same address.
  if (ca !== undefined && !trustPem(ca, invocation.terminal)) {
    throw new UsageError(`${given.ca} has no certificate in PEM form`);
  }
  const second = given.second && identityOf(given.second);
  return {
    ...{ psu, debtor, creditor, kidPayee, pendingPayee, quotaAccount, company, tpp, second },
    address: new URL(given.bank.replace(/\/$/, "")),
    kind: given.kind ?? "sandbox",
    tls: {
      ...(ca !== undefined && { ca }),
      ...(given.client !== undefined && {
        cert: readFileText(inFolder(given.client.certificate)),
        key: readFileText(inFolder(given.client.key)),
      }),
    },
    redirectUri: given.redirectUri ?? redirectDefault,
    ...(await openSca(given, tpp.certificate, path, invocation)),
  };
};

/** Reads the file. The server package, which reads YAML, is loaded only when it is needed. */
const readFields = async (path: string): Promise<BankFile> => {
  const { readYamlFields } = await import("@varde/server");
  try {
    const { fields: read, placeOf } = readYamlFields(path);
    const fields = read.sca === "manual" ? { ...read, sca: { manual: true } } : read;
    const { violations, unknownFields } = validateBody(fileSchema, fields);
    const [unknown] = unknownFields;
    const at = (pointer: string) => placeOf(pointer.split("/").slice(1));
    const [fault] = violations;
    if (fault !== undefined) throw new UsageError(`${at(fault.path ?? "")}${trimEnd(fault.text)}`);
    if (unknown !== undefined) {
      const name = unknown.split("/").at(-1) ?? "";
      const nearest = nearestName(name, Object.keys(fileSchema.properties));
      const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      throw new UsageError(`${at(unknown)}unknown field ${name}${hint}`);
    }
    return fields as BankFile;
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    throw new UsageError(trimEnd(error.message), { cause: error });
  }
};

/** A usage error ends with a full stop of its own. */
const trimEnd = (text = ""): string => text.replace(/\.$/, "");

/** Opens what completes SCAs. The control API of a Varde sandbox can also move the clock. */
const openSca = async (
  given: BankFile,
  certificate: Certificate,
  path: string,
  { terminal, environment }: Invocation,
): Promise<Pick<BankToCheck, "advanceClock" | "sca">> => {
  const { sca, company, redirectUri = redirectDefault } = given;
  const chosen = Object.keys(sca ?? {});
  if (chosen.length > 1) throw new UsageError(`${path}: sca has ${chosen.join(" and ")}; give one`);
  if (sca?.command !== undefined) return { sca: openCommandSca(sca.command) };
  if (sca?.varde !== undefined) {
    const sandbox = openVardeSandbox({
      certificate,
      origin: new URL(given.bank).origin,
      customer: sca.varde.customer,
      token: environment.VARDE_CONTROL_TOKEN,
      ...(company !== undefined && {
        company: {
          customer: company.psu,
          ...(company.agreement !== undefined && { agreement: company.agreement }),
        },
      }),
    });
    return { sca: sandbox, advanceClock: sandbox.advanceClock };
  }
  if (sca?.manual === true) {
    if (!/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(redirectUri)) {
      throw new UsageError(
        `${path}: with manual SCA, redirectUri must be an address on this machine, like ` +
          `${redirectDefault}; otherwise use a command`,
      );
    }
    const opened = openManualSca({ redirectUri, say: (text) => terminal.note(text) });
    return {
      sca: await opened.catch((cause: unknown) => {
        if (!(cause instanceof ScaNotCompleted)) throw cause;
        const hint = "another run may be using it; give another redirectUri";
        throw new UsageError(`${path}: ${cause.message}: ${hint}`, { cause });
      }),
    };
  }
  if (given.psu === undefined) {
    throw new UsageError(`${path}: give psu, or sca so that the PSU can identify`);
  }
  return {};
};
