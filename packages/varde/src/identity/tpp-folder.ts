import { createPrivateKey, randomUUID, sign } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isRecord, type PaymentProduct } from "@varde/protocol";
import type { PsuMemory, TppIdentity } from "@varde/tpp";
import { CommandFailed } from "../command.ts";

/** Facts about the TPP that are not in its certificate. */
export interface TppRecord {
  readonly name: string;
  readonly organisationNumber?: string;
  readonly kind: string;
  readonly roles: readonly string[];
  /** The bank it was made at, which later commands use. */
  readonly bank: string;
  /** Whether its signatures cover (request-target) there; false if it is absent. */
  readonly signRequestTarget?: boolean;
}

/** A payment or basket that this TPP has created. */
export interface MadeRecord {
  readonly id: string;
  readonly kind: "payment" | "basket";
  /** The short name of a payment's product; baskets have none. */
  readonly product?: PaymentProduct;
  readonly psu: string;
  readonly at: string;
  /** A hash of a payment's body, to recognise the same payment; absent if it is for a basket. */
  readonly bodyHash?: string;
}

/** The TPP's memory of one bank. */
export interface BankMemory {
  /** The PSU of the last command. */
  readonly lastPsu?: string;
  readonly psus: Readonly<Record<string, PsuMemory>>;
  readonly made: readonly MadeRecord[];
}

/** A TPP in a folder: key, certificate, and what it remembers between two commands. */
export interface TppFolder {
  readonly path: string;
  readonly exists: boolean;
  readIdentity(): TppIdentity;
  readRecord(): TppRecord;
  /** Returns the authority of the sandbox's TLS certificate, if the folder has it. */
  readAuthority(): string | undefined;
  /** Returns the paths of the files that a new TPP would overwrite. */
  listInTheWay(): readonly string[];
  /** Writes the files of a new TPP, and none if one of them is there already. */
  create(files: NewTppFiles): void;
  readMemory(bank: string): BankMemory;
  storeMemory(bank: string, memory: BankMemory): void;
}

/** The files of a new TPP. Those that are omitted are not written. */
export interface NewTppFiles {
  readonly record: TppRecord;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly authority?: string | undefined;
}

const names = {
  record: "tpp.json",
  certificate: "certificate.pem",
  key: "key.pem",
  authority: "sandbox-ca.pem",
  memory: "memory.json",
  ignored: ".gitignore",
} as const;

const madeMax = 200;

export const folderDefault = ".varde-tpp";

/** Whether the folder has only files of a TPP, so that git can ignore all of it. */
const isOurs = (path: string): boolean => {
  const ours = new Set<string>(Object.values(names));
  return !existsSync(path) || readdirSync(path).every((name) => ours.has(name));
};

/** Keys other than RSA sign too, to show how the bank refuses them. */
const parseSigningKey = (pem: string): TppIdentity["key"] => {
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === "rsa" ? key : (data) => sign("sha256", data, key);
};

/** A folder may be somebody else's, like one of a cloned project: its files can be anything. */
const parseRecord = (text: string): TppRecord => {
  const record: unknown = JSON.parse(text);
  const { name, kind, roles, bank } = isRecord(record) ? record : {};
  const areTexts = [name, kind, bank].every((each) => typeof each === "string");
  if (!areTexts || !Array.isArray(roles) || !URL.canParse(String(bank))) throw new Error(text);
  return record as unknown as TppRecord;
};

const parseMemory = (text: string): Record<string, BankMemory> => {
  const banks: unknown = JSON.parse(text);
  const isMemory = (memory: unknown) =>
    isRecord(memory) &&
    isRecord(memory.psus) &&
    Object.values(memory.psus).every(isRecord) &&
    Array.isArray(memory.made) &&
    memory.made.every((made) => isRecord(made) && typeof made.id === "string");
  if (!isRecord(banks) || !Object.values(banks).every(isMemory)) throw new Error(text);
  return banks as Record<string, BankMemory>;
};

type FileName = keyof typeof names;

/** The commands that help if a file is missing; they name this folder. */
interface FolderCommands {
  readonly create: string;
  readonly adopt: string;
}

/** Returns what is missing, and the command that makes it without overwriting anything. */
const describeMissing = (
  path: string,
  at: (name: FileName) => string,
  { create, adopt }: FolderCommands,
): readonly string[] => {
  const needed = ["certificate", "key", "record"] as const;
  const missing = needed.filter((name) => !existsSync(at(name)));
  if (missing.length === needed.length) {
    return [
      `There is no TPP in ${path}: it has no ${names.certificate} and no ${names.key}. ` +
        "To make a TPP, run",
      `  ${create}`,
      "If you have a certificate and a key, use tpp import.",
    ];
  }
  const isRecordOnly = missing.every((name) => name === "record");
  if (isRecordOnly) {
    return [
      `${at("record")} is missing. To make it for the certificate and the key beside it, run`,
      `  ${adopt} ${at("certificate")} ${at("key")}`,
    ];
  }
  const paths = missing.map((name) => at(name)).join(" and ");
  const verb = missing.length === 1 ? "is" : "are";
  return [`${paths} ${verb} missing. Put it back, or choose another folder with --tpp.`];
};

export const openTppFolder = (path: string, commands: FolderCommands): TppFolder => {
  const at = (name: FileName) => join(path, names[name]);
  const write = (name: FileName, text: string): void => {
    // A new file, because a link of the same name would lead out of the folder.
    const draft = `${at(name)}.${randomUUID()}`;
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, at(name));
  };
  const read = (name: FileName): string => {
    try {
      return readFileSync(at(name), "utf8");
    } catch (cause) {
      if (existsSync(at(name))) {
        const { code } = cause as NodeJS.ErrnoException;
        throw new CommandFailed(`${at(name)} cannot be read (${code}).`, { cause });
      }
      throw new CommandFailed(describeMissing(path, at, commands), { cause });
    }
  };
  const parse = <Value>(name: FileName, parseText: (text: string) => Value): Value => {
    const text = read(name);
    try {
      return parseText(text);
    } catch (cause) {
      throw new CommandFailed(
        `${at(name)} is damaged; restore it, or make a TPP in another folder with --tpp.`,
        { cause },
      );
    }
  };
  const readAllMemory = (): Record<string, BankMemory> =>
    existsSync(at("memory")) ? parse("memory", parseMemory) : {};
  const listInTheWay = () =>
    (["key", "certificate", "record", "authority", "memory"] as const)
      .map((name) => at(name))
      .filter((file) => existsSync(file));
  return {
    path,
    exists: existsSync(at("record")),
    readIdentity: () => ({ certificate: read("certificate"), key: parse("key", parseSigningKey) }),
    readRecord: () => parse("record", parseRecord),
    readAuthority: () => (existsSync(at("authority")) ? read("authority") : undefined),
    listInTheWay,
    create: (files) => createFiles(path, files),
    readMemory: (bank) => readAllMemory()[bank] ?? { psus: {}, made: [] },
    storeMemory: (bank, memory) => {
      const stored = { ...memory, made: memory.made.slice(-madeMax) };
      const all = { ...readAllMemory(), [bank]: stored };
      write("memory", `${JSON.stringify(all, undefined, 2)}\n`);
    },
  };
};

const createFiles = (path: string, { record, key, certificate, authority }: NewTppFiles): void => {
  const ignored = isOurs(path) && !existsSync(join(path, names.ignored)) ? "*\n" : undefined;
  const recordText = `${JSON.stringify(record, undefined, 2)}\n`;
  const texts = { ignored, key, certificate, authority, record: recordText };
  mkdirSync(path, { recursive: true, mode: 0o700 });
  writeNewFiles(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[join(path, names[name as FileName]), text] as const],
    ),
  );
};

/** Writes all of the files, or none: a file that is there already is left as it is. */
const writeNewFiles = (files: readonly (readonly [path: string, text: string])[]): void => {
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      writeFileSync(path, text, { mode: 0o600, flag: "wx" });
      written.push(path);
    }
  } catch (cause) {
    for (const path of written) rmSync(path);
    const { code, path } = cause as NodeJS.ErrnoException;
    throw new CommandFailed(`Cannot write ${path} (${code}).`, { cause });
  }
};
