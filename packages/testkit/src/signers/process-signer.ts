import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
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
