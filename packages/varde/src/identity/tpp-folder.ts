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
import type { PsuMemory, TppIdentity } from "@varde/tpp";
import { CommandFailed } from "../command.ts";

/** What is known of the TPP beside its certificate. */
export interface TppRecord {
  readonly name: string;
  readonly organisationNumber: string;
  readonly kind: string;
  readonly roles: readonly string[];
  /** The bank it was made for, which later commands speak to. */
  readonly bank: string;
}

/** A payment or basket this TPP has made. */
export interface MadeRecord {
  readonly id: string;
  readonly kind: "payment" | "basket";
  /** The product's short name; a payment has one. */
  readonly product?: "NDCT" | "NCBCT" | "INDCTS" | "CBCT" | "SCT";
  readonly psu: string;
  readonly at: string;
}

/** What has come of talking to one bank. */
export interface BankMemory {
  /** The PSU acted for last. */
  readonly lastPsu?: string;
  readonly psus: Readonly<Record<string, PsuMemory>>;
  readonly made: readonly MadeRecord[];
}

/** A TPP in a folder: key, certificate, and what it has to remember between two commands. */
export interface TppFolder {
  readonly path: string;
  readonly exists: boolean;
  readIdentity(): TppIdentity;
  readRecord(): TppRecord;
  /** The authority behind the sandbox's TLS certificate, when the folder has it. */
  readAuthority(): string | undefined;
  create(record: TppRecord, identity: TppIdentity & { key: string }, authority?: string): void;
  readMemory(bank: string): BankMemory;
  keepMemory(bank: string, memory: BankMemory): void;
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

/** Whether there is nothing but a TPP in the folder: what else people keep there is not hidden. */
const isOurs = (path: string): boolean => {
  const ours = new Set<string>(Object.values(names));
  return !existsSync(path) || readdirSync(path).every((name) => ours.has(name));
};

/** A key of another kind signs all the same, so that the bank can be seen to refuse it. */
const signingKeyOf = (pem: string): TppIdentity["key"] => {
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === "rsa" ? key : (data) => sign("sha256", data, key);
};

export const openTppFolder = (path: string): TppFolder => {
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
      throw new CommandFailed(`There is no TPP in ${path}; make one with: varde tpp new`, {
        cause,
      });
    }
  };
  const readAllMemory = (): Record<string, BankMemory> =>
    existsSync(at("memory")) ? JSON.parse(read("memory")) : {};
  return {
    path,
    exists: existsSync(at("record")),
    readIdentity: () => ({ certificate: read("certificate"), key: signingKeyOf(read("key")) }),
    readRecord: () => JSON.parse(read("record")),
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
    keepMemory: (bank, memory) => {
      const kept = { ...memory, made: memory.made.slice(-madeMax) };
      const all = { ...readAllMemory(), [bank]: kept };
      write("memory", `${JSON.stringify(all, undefined, 2)}\n`);
    },
  };
};
