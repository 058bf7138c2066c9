import { existsSync } from "node:fs";
import {
  type Activity,
  changeRegister,
  convertEbaRegister,
  emptyRegister,
  type Provider,
  parseRegister,
  type RegisterFile,
  RegisterRefused,
} from "@varde/eidas/register";
import { type Psd2Role, psd2Roles } from "@varde/protocol";
import {
  type Command,
  CommandFailed,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { generalOptions } from "../../options.ts";
import { readFileBytes } from "../../read-file.ts";

export const register: Command = {
  usage: [
    "register",
    "register add IDENTIFIER --name NAME --role ROLE --country COUNTRY",
    "register remove IDENTIFIER",
    "register block IDENTIFIER --reason TEXT",
    "register unblock IDENTIFIER",
    "register import EBA-FILE",
  ],
  about: [
    "Shows or changes the file of a production bank's TPP register (FileRegister of " +
      "@varde/eidas). A running bank follows the file within a second.",
    "add registers a TPP for roles in countries: its own country, and those it has passports " +
      "for. It replaces what the register has about the TPP. block refuses a TPP from now on, " +
      "and the reason is written to the bank's log.",
    "import replaces all TPPs by those of the register that the EBA publishes as JSON, and " +
      "leaves blocks as they are. It is unverified: compare the result before you use it.",
  ],
  options: {
    file: { value: "FILE", about: "The register. Default: $VARDE_REGISTER, or register.json." },
    name: { value: "NAME", about: "With add: the name of the TPP." },
    role: { value: "ROLE", multiple: true, about: "With add: like PSP_AI." },
    country: { value: "CODE", multiple: true, about: "With add: like NO." },
    reason: { value: "TEXT", about: "With block: the reason, for the log." },
    ...generalOptions,
  },
  environment: [["VARDE_REGISTER", "the file of the register"]],
  examples: [
    { line: "varde register add PSDSE-FINA-55 --name Sparbot --role PSP_AI --country NO" },
    { line: 'varde register block PSDSE-FINA-5560000001 --reason "lost its key"' },
    { line: "varde register --json" },
  ],
  run: async (invocation) => {
    try {
      run(invocation);
    } catch (error) {
      if (!(error instanceof RegisterRefused)) throw error;
      throw CommandFailed.because(error);
    }
  },
};

const run = (invocation: Invocation): void => {
  const { words, terminal, text, environment } = invocation;
  const [action, subject, ...more] = words;
  refuseExtraArguments(more);
  const path = text("file") ?? (environment.VARDE_REGISTER || "register.json");
  const shown =
    action === undefined ? readRegister(path) : change(action, subject, path, invocation);
  terminal.table(["TPP", "NAME", "REGISTERED", "BLOCKED"], listRows(shown));
  terminal.json(shown);
};

const readRegister = (path: string): RegisterFile =>
  existsSync(path) ? parseRegister(readFileBytes(path)) : emptyRegister;

type Act = (subject: string, invocation: Invocation) => (before: RegisterFile) => RegisterFile;

const acts: Readonly<Record<string, Act>> = {
  add: (identifier, invocation) => {
    const added = readProvider(identifier, invocation);
    return (before) => ({
      ...before,
      providers: [...without(before.providers, identifier), added],
    });
  },
  remove: (identifier) => (before) => {
    requireListed(before.providers, identifier, "registered");
    return { ...before, providers: without(before.providers, identifier) };
  },
  block: (identifier, { text }) => {
    const reason = text("reason");
    if (reason === undefined) throw new UsageError("give the reason with --reason");
    const block = { identifier, reason, at: new Date().toISOString() };
    return (before) => ({ ...before, blocked: [...without(before.blocked, identifier), block] });
  },
  unblock: (identifier) => (before) => {
    requireListed(before.blocked, identifier, "blocked");
    return { ...before, blocked: without(before.blocked, identifier) };
  },
  import: (file) => {
    const providers = convertEbaRegister(readFileBytes(file));
    return (before) => ({ ...before, providers: [...providers] });
  },
};

const change = (
  act: string,
  subject: string | undefined,
  path: string,
  invocation: Invocation,
): RegisterFile => {
  const run = chooseAct(acts, act);
  if (subject === undefined) throw new UsageError(`register ${act} needs an argument`);
  return changeRegister(path, run(subject, invocation));
};

const readProvider = (identifier: string, { text, texts }: Invocation): Provider => {
  const name = text("name");
  const countries = [...texts("country")];
  const roles = texts("role");
  if (name === undefined || roles.length === 0 || countries.length === 0) {
    throw new UsageError("register add needs --name, --role and --country");
  }
  const activities = roles.map((role): Activity => {
    if (!psd2Roles.includes(role as Psd2Role)) throw unknownWord("role", role, psd2Roles);
    return { role: role as Psd2Role, countries };
  });
  return { identifier, name, activities };
};

const without = <Entry extends { readonly identifier: string }>(
  entries: readonly Entry[],
  identifier: string,
): Entry[] => entries.filter((each) => each.identifier !== identifier);

const requireListed = (
  entries: readonly { readonly identifier: string }[],
  identifier: string,
  state: string,
): void => {
  if (!entries.some((each) => each.identifier === identifier)) {
    throw new RegisterRefused(`${identifier} is not ${state}.`);
  }
};

const listRows = ({ providers, blocked }: RegisterFile): readonly (readonly string[])[] => {
  const identifiers = new Set([...providers, ...blocked].map(({ identifier }) => identifier));
  return [...identifiers].map((identifier) => {
    const provider = providers.find((each) => each.identifier === identifier);
    const block = blocked.find((each) => each.identifier === identifier);
    const activities = (provider?.activities ?? []).map(
      ({ role, countries }) => `${role} ${countries.join(",")}`,
    );
    return [
      identifier,
      provider?.name ?? "",
      activities.join("; "),
      block === undefined ? "" : `${block.at} ${block.reason}`,
    ];
  });
};
