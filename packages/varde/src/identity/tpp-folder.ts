import { createPrivateKey, sign } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { PaymentProduct } from "@varde/protocol";
import type { PsuMemory, TppIdentity } from "@varde/tpp";
import { CommandFailed } from "../command.ts";

/** Facts about the TPP that are not in its certificate. */
export interface TppRecord {
  readonly name: string;
  readonly organisationNumber: string;
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
  create(record: TppRecord, identity: TppIdentity & { key: string }, authority?: string): void;
  readMemory(bank: string): BankMemory;
  storeMemory(bank: string, memory: BankMemory): void;
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

export const openTppFolder = (path: string, program: string): TppFolder => {
  const at = (name: keyof typeof names) => join(path, names[name]);
  const write = (name: keyof typeof names, text: string): void => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const draft = `${at(name)}.new`;
    writeFileSync(draft, text, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, at(name));
  };
  const read = (name: keyof typeof names): string => {
    try {
      return readFileSync(at(name), "utf8");
    } catch (cause) {
      const place = path === folderDefault ? "" : ` --tpp ${path}`;
      const hint = `To make one, run\n  ${program} tpp new${place}`;
      throw new CommandFailed(`There is no TPP in ${path}. ${hint}`, { cause });
    }
  };
  const parse = <Value>(name: keyof typeof names, parseText: (text: string) => Value): Value => {
    const text = read(name);
    try {
      return parseText(text);
    } catch (cause) {
      throw new CommandFailed(
        `${at(name)} is damaged; make the TPP again with ${program} tpp new --force.`,
        { cause },
      );
    }
  };
  const readAllMemory = (): Record<string, BankMemory> =>
    existsSync(at("memory")) ? parse("memory", JSON.parse) : {};
  return {
    path,
    exists: existsSync(at("record")),
    readIdentity: () => ({ certificate: read("certificate"), key: parse("key", parseSigningKey) }),
    readRecord: () => parse("record", JSON.parse),
    readAuthority: () => (existsSync(at("authority")) ? read("authority") : undefined),
    create: (record, identity, authority) => {
      if (isOurs(path) && !existsSync(at("ignored"))) write("ignored", "*\n");
      write("key", identity.key);
      write("certificate", identity.certificate);
      if (authority !== undefined) write("authority", authority);
      write("memory", "{}\n");
      write("record", `${JSON.stringify(record, undefined, 2)}\n`);
    },
    readMemory: (bank) => readAllMemory()[bank] ?? { psus: {}, made: [] },
    storeMemory: (bank, memory) => {
      const stored = { ...memory, made: memory.made.slice(-madeMax) };
      const all = { ...readAllMemory(), [bank]: stored };
      write("memory", `${JSON.stringify(all, undefined, 2)}\n`);
    },
  };
};
