import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { ResponseSigner, SealIdentity } from "@varde/bank";

/** A signer whose key is in another process, which a test can end and start again. */
export class ProcessSigner implements ResponseSigner, Disposable {
  readonly #identity: SealIdentity;
  #child: ChildProcess | undefined;

  constructor(identity: SealIdentity) {
    this.#identity = identity;
    this.start();
  }

  start(): void {
    this.#child = fork(fileURLToPath(new URL("./signing-process/main.ts", import.meta.url)));
    this.#child.send(this.#identity.key.export({ type: "pkcs8", format: "pem" }).toString());
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    child?.kill("SIGKILL");
    if (child?.exitCode === null) await once(child, "exit");
  }

  async sign(bytes: Uint8Array) {
    const child = this.#child;
    if (child === undefined) throw new Error("the signing process does not run");
    const id = crypto.randomUUID();
    const signature = await new Promise<Buffer>((resolve, reject) => {
      child.once("exit", () => reject(new Error("the signing process has ended")));
      child.on("message", function read(message: { id: string; signature: string }) {
        if (message.id !== id) return;
        child.off("message", read);
        resolve(Buffer.from(message.signature, "base64"));
      });
      child.send({ id, bytes: Buffer.from(bytes).toString("base64") });
    });
    return { signature, certificate: this.#identity.certificate };
  }

  [Symbol.dispose](): void {
    this.#child?.kill("SIGKILL");
  }
}

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
