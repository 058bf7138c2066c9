import { type Psd2Role, parseOrganisationNumber, psd2Roles } from "@varde/protocol";
import { type Command, CommandFailed, type Invocation, UsageError } from "../command.ts";
import { describeCertificate } from "../identity/describe-certificate.ts";
import { makeSelfSigned } from "../identity/make-self-signed.ts";
import { newOrganisationNumber } from "../identity/new-organisation-number.ts";
import type { TppFolder, TppRecord } from "../identity/tpp-folder.ts";
import { bankOf, controlOf, folderOf } from "../open-tpp.ts";
import { bankOptions, tppOptions } from "../options.ts";

export const tpp: Command = {
  usage: ["tpp new [--name NAME] [--roles pi,ai] [--kind KIND]", "tpp show"],
  about: [
    "tpp new makes you a TPP: a key and a certificate, kept in the folder .varde-tpp, which the " +
      "other commands then act as and which git is told to leave out. The certificate comes from " +
      "the running sandbox; with --self-signed it is made here and now, without any bank.",
    "Roles are pi (payments), ai (account information), ic (confirmation of funds) and as. All " +
      "of them unless given.",
    "To see how a bank refuses, make a certificate that fails: --kind expired, not-yet-valid, " +
      "revoked, wrong-role, other-ca, 1024-bit or ec-key. A sandbox that trusts any " +
      "certificate takes some of them; start it with VARDE_TRUST=sandbox-ca to be strict.",
    "tpp show prints who the TPP is. For a real bank, put your own certificate.pem and key.pem " +
      "into the folder.",
  ],
  options: {
    name: { type: "string", value: "NAME", about: "The TPP's name; Example TPP unless given." },
    org: {
      type: "string",
      value: "NUMBER",
      about: "Organisation number; a synthetic one by chance unless given.",
    },
    roles: { type: "string", value: "LIST", about: "Of pi, ai, ic, as, with commas between." },
    kind: { type: "string", value: "KIND", about: "working, or one of the failing kinds." },
    "self-signed": { type: "boolean", about: "Make the certificate without the sandbox." },
    force: { type: "boolean", about: "Replace the TPP that is in the folder." },
    ...tppOptions,
    bank: {
      ...bankOptions.bank,
      about: "The bank it is for; $VARDE_BANK, or http://127.0.0.1:8080.",
    },
  },
  examples: [
    { line: "varde tpp new" },
    { line: 'varde tpp new --name "Regnskap AS" --roles ai --tpp .regnskap', about: "An AISP" },
    { line: "varde tpp new --kind expired --tpp .expired", about: "One that is turned away" },
    { line: "varde tpp new --self-signed", about: "Without asking the sandbox" },
  ],
  run: async (invocation) => {
    const [act, ...more] = invocation.words;
    if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many`);
    switch (act) {
      case "new":
        return createTpp(invocation);
      case "show":
        return show(folderOf(invocation), invocation);
      default:
        throw new UsageError(act === undefined ? "say new or show" : `it cannot "${act}"`);
    }
  },
};

const createTpp = async (invocation: Invocation): Promise<void> => {
  const folder = folderOf(invocation);
  if (folder.exists && !invocation.has("force")) {
    throw new CommandFailed(
      `There is a TPP in ${folder.path} already; use it, name another folder with --tpp, or ` +
        "replace it with --force.",
    );
  }
  const { text } = invocation;
  const wanted: TppRecord & { readonly roles: readonly Psd2Role[] } = {
    name: text("name") ?? "Example TPP",
    organisationNumber: readOrganisationNumber(text("org")),
    roles: readRoles(text("roles")),
    kind: text("kind") ?? "working",
    bank: bankOf(invocation, folder),
  };
  if (invocation.has("self-signed")) {
    if (wanted.kind !== "working") {
      throw new UsageError("--self-signed makes working certificates only; leave --kind out");
    }
    folder.create(wanted, await makeSelfSigned(wanted));
  } else {
    const { bank, ...certificate } = wanted;
    const issued = await controlOf(invocation, bank).post<Issued>("/tpp-certificates", certificate);
    const identity = { certificate: issued.certificatePem, key: issued.privateKeyPem };
    // The other authority is none of the sandbox's, so it does not stand behind its https either.
    const authority = wanted.kind === "other-ca" ? undefined : issued.caPem;
    folder.create(wanted, identity, authority);
  }
  const { terminal } = invocation;
  terminal.line(`A TPP was made in ${folder.path}.`);
  show(folder, invocation);
  const next = nextCommand(wanted);
  if (next !== undefined) terminal.line(`\nNext: varde ${next} --help`);
};

/** What a TPP of these roles can do; one that is made to be turned away can do nothing. */
const nextCommand = ({ kind, roles }: TppRecord): string | undefined => {
  if (kind !== "working") return undefined;
  const has = (role: Psd2Role) => roles.includes(role) || roles.includes("PSP_AS");
  if (has("PSP_PI")) return "pay";
  return has("PSP_AI") ? "accounts" : undefined;
};

interface Issued {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly caPem: string;
}

const show = (folder: TppFolder, { terminal }: Invocation): void => {
  const { name, kind, bank } = folder.readRecord();
  const facts = describeCertificate(folder.readIdentity().certificate);
  terminal.json({ folder: folder.path, name, kind, bank, ...facts });
  const rows = [
    ["Name", name],
    ["Identifier", facts.organizationIdentifier ?? "none"],
    ["Roles", facts.roles.join(", ")],
    ["Kind", kind],
    ["Valid", `${facts.notBefore.slice(0, 10)} to ${facts.notAfter.slice(0, 10)}`],
    ["keyId", facts.keyId],
    ["Bank", bank],
  ] as const;
  for (const [label, value] of rows) terminal.line(`  ${label.padEnd(12)}${value}`);
};

const readOrganisationNumber = (given: string | undefined): string => {
  if (given === undefined) return newOrganisationNumber();
  const number = parseOrganisationNumber(given);
  if (!number.ok) throw new UsageError(`--org ${number.reason}`);
  return number.value;
};

const readRoles = (given: string | undefined): readonly Psd2Role[] => {
  if (given === undefined) return psd2Roles;
  return given.split(",").map((word) => {
    const short = word.trim().toUpperCase();
    const role = psd2Roles.find((each) => each === short || each === `PSP_${short}`);
    if (role === undefined) throw new UsageError(`"${word}" is no role; there are pi, ai, ic, as`);
    return role;
  });
};
