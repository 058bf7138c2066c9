import { randomInt } from "node:crypto";
import {
  countOf,
  formatKeyId,
  isInvalid,
  type Psd2Role,
  parseOrganisationNumber,
  psd2Roles,
  readCertificatePem,
  type TppCertificateKind,
} from "@varde/protocol";
import { openControl } from "@varde/protocol/control-client";
import {
  type Command,
  CommandFailed,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import {
  importTpp,
  readAuthority,
  refuseFilesInTheWay,
  reportTrust,
} from "../../identity/import-tpp.ts";
import { makeSelfSigned } from "../../identity/make-self-signed.ts";
import { openControlApi, openFolder, readBank, readControlToken } from "../../identity/open-tpp.ts";
import type { TppFolder, TppRecord } from "../../identity/tpp-folder.ts";
import { isLoopback } from "../../identity/trust-authorities.ts";
import { bankOptions, tppOptions } from "../../options.ts";

export const tpp: Command = {
  usage: [
    "tpp new [--name NAME] [--roles pi,ai] [--kind KIND]",
    "tpp import CERTIFICATE KEY [--bank URL]",
    "tpp show",
    "tpp list",
  ],
  about: [
    "tpp new makes a TPP: a key and a certificate in the folder .varde-tpp, which git ignores. " +
      "The other commands act as this TPP. The certificate is issued by the running sandbox; " +
      "with --self-signed it is made without a bank. At a Varde bank, its signatures cover " +
      "(request-target), so that each is valid for one method and path.",
    "Roles are pi (payments), ai (account information), ic (confirmation of funds) and as " +
      "(account servicing). Default: all of them.",
    "To see how a bank refuses, make an invalid certificate: --kind expired, not-yet-valid, " +
      "revoked, wrong-role, other-ca, 1024-bit or ec-key. A sandbox that trusts any certificate " +
      "accepts some of them; start it with VARDE_TRUST=sandbox-ca to refuse them all.",
    "tpp list prints the certificates of all requests to the sandbox since it started, with the " +
      "forms that it accepted though the interface asks for others.",
    "tpp import makes a TPP from your own certificate and key, two PEM files. It checks that " +
      "they belong together, copies them to the folder, and says if the sandbox refuses them.",
    "tpp show prints the TPP. No command overwrites a key or a certificate.",
  ],
  options: {
    name: { value: "NAME", about: "The TPP's name. Default: Example TPP." },
    org: { value: "NUMBER", about: "The organisation number. Default: a random synthetic one." },
    roles: { value: "LIST", about: "Roles with commas between them, like pi,ai." },
    kind: { value: "KIND", about: "working (default), or one of the invalid kinds." },
    "self-signed": { about: "Make the certificate without the sandbox." },
    ...tppOptions,
    bank: {
      ...bankOptions.bank,
      about: "The bank to use. Default: $VARDE_BANK, or http://127.0.0.1:8080.",
    },
  },
  examples: [
    { line: "varde tpp new" },
    { line: 'varde tpp new --name "Regnskap AS" --roles ai --tpp .regnskap', about: "An AISP" },
    {
      line: "varde tpp new --kind expired --tpp .expired",
      about: "A certificate that the bank refuses",
    },
    { line: "varde tpp new --self-signed", about: "Without the sandbox" },
    {
      line: "varde tpp import seal.pem seal.key --bank https://bank.example --tpp .real",
      about: "Your own certificate, for a real bank",
    },
  ],
  run: async (invocation) => {
    const [act, ...more] = invocation.words;
    const run = chooseAct(acts, act);
    if (run !== adoptIdentity) refuseExtraArguments(more);
    await run(invocation);
  },
};

const listCertificates = async (invocation: Invocation): Promise<void> => {
  const { terminal } = invocation;
  const { certificates } = await openControlApi(invocation).get("/certificates");
  for (const one of certificates) {
    const requests = countOf(one.requests, "request");
    terminal.line(`${one.name}  ${one.roles.join(", ")}  ${requests}`);
    terminal.line(`  valid ${one.validFrom.slice(0, 10)} to ${one.validUntil.slice(0, 10)}`);
    terminal.line(`  ${one.keyId}`);
    for (const { where, accepts, count } of one.tolerated) {
      terminal.line(`  ${where}: ${accepts}, ${countOf(count, "time")}`);
    }
  }
  terminal.json(certificates);
};

const createTpp = async (invocation: Invocation): Promise<void> => {
  const folder = openFolder(invocation);
  refuseFilesInTheWay(folder, invocation);
  const { text } = invocation;
  const isSelfSigned = invocation.has("self-signed");
  const wanted = {
    name: text("name") ?? "Example TPP",
    organisationNumber: readOrganisationNumber(text("org")),
    roles: readRoles(text("roles")),
    // The sandbox refuses kinds that it does not know.
    kind: (text("kind") ?? "working") as TppCertificateKind,
  };
  const bank = readBank(invocation, folder);
  // A bank that issues certificates is a Varde bank, and so is one on this machine.
  const signRequestTarget = !isSelfSigned || isLoopback(bank);
  const record: TppRecord = { ...wanted, bank, signRequestTarget };
  if (isSelfSigned) {
    if (wanted.kind !== "working") {
      throw new UsageError("--self-signed cannot be combined with --kind");
    }
    folder.create({
      record,
      ...(await makeSelfSigned(wanted)),
      authority: readAuthority(text("ca")),
    });
  } else {
    const issued = await openControlApi(invocation, bank).post("/tpp-certificates", {
      body: wanted,
    });
    // The sandbox's https does not use the other authority, so it must not be trusted for it.
    const authority = wanted.kind === "other-ca" ? undefined : issued.caPem;
    const { certificatePem: certificate, privateKeyPem: key } = issued;
    folder.create({ record, certificate, key, authority });
  }
  await announce(record, folder, invocation);
};

const announce = async (
  record: TppRecord,
  { path }: TppFolder,
  invocation: Invocation,
): Promise<void> => {
  const { terminal, program } = invocation;
  terminal.line(`Created a TPP in ${path}.`);
  await show(invocation);
  const next = suggestCommand(record);
  if (next !== undefined) terminal.line(["", `Next: ${program} ${next} --help`]);
};

const adoptIdentity = async (invocation: Invocation): Promise<void> => {
  const [, certificateFile, keyFile, ...more] = invocation.words;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError("tpp import needs a certificate and a key, in this order");
  }
  refuseExtraArguments(more);
  const folder = openFolder(invocation);
  const record = importTpp(certificateFile, keyFile, folder, invocation);
  await announce(record, folder, invocation);
  await reportTrust(record.bank, invocation);
};

/** Returns a command that works for a TPP of this kind with these roles, if there is one. */
const suggestCommand = ({ kind, roles }: TppRecord): string | undefined => {
  if (kind !== "working" && kind !== "imported") return undefined;
  const has = (role: Psd2Role) => roles.includes(role) || roles.includes("PSP_AS");
  if (has("PSP_PI")) return "pay";
  return has("PSP_AI") ? "accounts" : undefined;
};

const show = async (invocation: Invocation): Promise<void> => {
  const { terminal } = invocation;
  const folder = openFolder(invocation);
  const { name, kind, bank } = folder.readRecord();
  const facts = describeCertificate(folder.readIdentity().certificate);
  const { world, others = [] } = (await askSandbox(folder, bank, invocation)) ?? {};
  const known = { ...(world && { world }), ...(others.length > 0 && { otherBanks: others }) };
  terminal.json({ folder: folder.path, name, kind, bank, ...facts, ...known });
  const rows = [
    ["Name", name],
    ["Identifier", facts.organizationIdentifier ?? "none"],
    ["Roles", facts.roles.join(", ")],
    ["Kind", kind],
    ["Valid", `${facts.notBefore.slice(0, 10)} to ${facts.notAfter.slice(0, 10)}`],
    ["keyId", facts.keyId],
    ["Bank", bank],
    ...(world === undefined ? [] : [["World", world] as const]),
    ...others.map((other) => ["Also at", `${other.address}  ${other.name}`] as const),
  ] as const;
  for (const [label, value] of rows) terminal.line(`  ${label.padEnd(12)}${value}`);
};

const acts = { new: createTpp, import: adoptIdentity, show, list: listCertificates };

const askSandboxMs = 2_000;

/**
 * Returns the TPP's world at a sandbox that responds, and the other banks of this sandbox; a real
 * bank is not asked.
 */
const askSandbox = async (folder: TppFolder, bank: string, invocation: Invocation) => {
  const token = readControlToken(invocation, bank);
  if (!isLoopback(bank) && token === undefined) return undefined;
  const { certificate } = folder.readIdentity();
  const control = openControl(bank, token, askSandboxMs);
  const [found, listed] = await Promise.allSettled([
    control.post("/worlds/find", { body: { certificate } }),
    control.get("/banks"),
  ]);
  const banks = listed.status === "fulfilled" ? listed.value.banks : [];
  return {
    world: found.status === "fulfilled" ? found.value.worldId : undefined,
    others: banks.filter(({ isThis }) => !isThis).map(({ name, address }) => ({ name, address })),
  };
};

const readOrganisationNumber = (given: string | undefined): string => {
  if (given === undefined) return newOrganisationNumber();
  const number = parseOrganisationNumber(given);
  if (isInvalid(number)) throw new UsageError(`--org ${number.reason}`);
  return number;
};

const readRoles = (given: string | undefined): readonly Psd2Role[] => {
  if (given === undefined) return psd2Roles;
  return given.split(",").map((word) => {
    const short = word.trim().toUpperCase();
    const role = psd2Roles.find((each) => each === short || each === `PSP_${short}`);
    if (role === undefined) throw unknownWord("role", word, ["pi", "ai", "ic", "as"]);
    return role;
  });
};

/** Returns the facts of a certificate that are shown. */
const describeCertificate = (pem: string) => {
  const read = readCertificatePem(pem);
  if (isInvalid(read)) throw new CommandFailed(`The TPP's certificate ${read.reason}.`);
  const { organizationIdentifier, roles, notBefore, notAfter } = read;
  return {
    organizationIdentifier,
    roles: roles ?? [],
    notBefore: new Date(notBefore).toISOString(),
    notAfter: new Date(notAfter).toISOString(),
    keyId: formatKeyId(read),
  };
};

/**
 * Returns a random synthetic organisation number. Synthetic ones start with 2 or 3. The sandbox
 * has one world for each number, so every new TPP gets its own.
 */
const newOrganisationNumber = (): string => {
  for (;;) {
    const number = `3${randomInt(100_000_000).toString().padStart(8, "0")}`;
    if (!isInvalid(parseOrganisationNumber(number))) return number;
  }
};
