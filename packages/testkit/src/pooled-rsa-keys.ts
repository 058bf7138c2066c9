import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { KeyPair, MakeRsaKeyPair } from "@varde/sandbox";

export type { KeyPair };

const cache = fileURLToPath(
  new URL("../../../node_modules/.cache/varde/rsa-keys", import.meta.url),
);
const used = new Map<number, number>();

/**
 * Returns an RSA key that this process has not used yet. Keys are made once and stored for other
 * test processes, because making one takes longer than most tests.
 */
export const pooledRsaKeys = (modulusLength = 2048): KeyPair => {
  const path = nextPath(modulusLength);
  if (!existsSync(path)) store(path, generateKeyPairSync("rsa", { modulusLength }).privateKey);
  return read(path);
};

/** The same for a running bank, whose main thread must not wait for a new key. */
export const makePooledRsaKeys: MakeRsaKeyPair = async (modulusLength = 2048) => {
  const path = nextPath(modulusLength);
  if (!existsSync(path)) {
    const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength });
    store(path, privateKey);
  }
  return read(path);
};

const nextPath = (modulusLength: number): string => {
  const number = used.get(modulusLength) ?? 0;
  used.set(modulusLength, number + 1);
  return join(cache, `${modulusLength}-${number}.pem`);
};

const read = (path: string): KeyPair => {
  const pem = readFileSync(path, "utf8");
  return { privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) };
};

/** Renames the finished file into place, so that no process reads half a key. */
const store = (path: string, privateKey: KeyObject): void => {
  mkdirSync(cache, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  renameSync(draft, path);
};
