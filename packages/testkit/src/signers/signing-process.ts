import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type SealIdentity, SocketSigner } from "@varde/bank";
import { formatCertificatePem } from "@varde/protocol";

const main = fileURLToPath(new URL("./seal-process.ts", import.meta.url));

/** A process that has the key of a seal, which a test can end and start again. */
export class SigningProcess implements AsyncDisposable {
  readonly signer: SocketSigner;
  readonly #folder = mkdtempSync(join(tmpdir(), "varde-signer-"));
  readonly socket = join(this.#folder, "seal.sock");
  readonly #identity: SealIdentity;
  #child: ChildProcess | undefined;

  private constructor(identity: SealIdentity) {
    this.#identity = identity;
    this.signer = new SocketSigner({ socket: this.socket });
  }

  static async start(identity: SealIdentity): Promise<SigningProcess> {
    const signing = new SigningProcess(identity);
    await signing.start();
    return signing;
  }

  /** Starts the process again; it listens on the same socket. */
  async start(): Promise<void> {
    const { key, certificate } = this.#identity;
    const child = fork(main);
    this.#child = child;
    child.send({
      socket: this.socket,
      keyPem: key.export({ type: "pkcs8", format: "pem" }).toString(),
      certificatePem: formatCertificatePem(certificate.der),
    });
    await once(child, "message");
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    child?.kill("SIGKILL");
    if (child?.exitCode === null) await once(child, "exit");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signer[Symbol.dispose]();
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
