import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ResponseSigner, SealIdentity } from "@varde/bank";

const modules = [
  "/usr/lib/softhsm/libsofthsm2.so",
  "/usr/lib64/softhsm/libsofthsm.so",
  "/opt/homebrew/lib/softhsm/libsofthsm2.so",
];

/** Imports the key into a new SoftHSM token and signs through PKCS#11. */
export const softHsmSigner = (
  { key, certificate }: SealIdentity,
  folder: string,
): ResponseSigner => {
  const tokens = join(folder, "tokens");
  mkdirSync(tokens);
  writeFileSync(join(folder, "softhsm2.conf"), `directories.tokendir = ${tokens}\n`);
  writeFileSync(join(folder, "seal.pem"), key.export({ type: "pkcs8", format: "pem" }));
  const env = { ...process.env, SOFTHSM2_CONF: join(folder, "softhsm2.conf") };
  const token = ["--pin", "1234"];
  const run = (...words: readonly string[]) =>
    execFileSync("softhsm2-util", [...words, ...token], { env, stdio: "pipe" });
  run("--init-token", "--free", "--label", "varde", "--so-pin", "1234");
  run("--import", join(folder, "seal.pem"), "--token", "varde", "--label", "seal", "--id", "01");
  const module = modules.find((path) => existsSync(path)) ?? "libsofthsm2.so";
  const words = ["--module", module, "--sign", "--mechanism", "SHA256-RSA-PKCS", "--id", "01"];
  return {
    sign: async (bytes) => {
      const child = spawn("pkcs11-tool", [...words, ...token], {
        env,
        stdio: ["pipe", "pipe", "ignore"],
      });
      child.stdin.end(bytes);
      return { signature: await buffer(child.stdout), certificate };
    },
  };
};
