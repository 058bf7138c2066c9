import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KeyPair } from "@varde/sandbox";

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
  const number = used.get(modulusLength) ?? 0;
  used.set(modulusLength, number + 1);
  const path = join(cache, `${modulusLength}-${number}.pem`);
  if (!existsSync(path)) storeNewKey(path, modulusLength);
  const pem = readFileSync(path, "utf8");
  return { privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) };
};

/** Renames the finished file into place, so that no process reads half a key. */
const storeNewKey = (path: string, modulusLength: number): void => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
  mkdirSync(cache, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  renameSync(draft, path);
};
