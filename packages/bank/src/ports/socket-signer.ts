import { verify } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Certificate, isInvalid, parseJson, readCertificatePem } from "@varde/protocol";
import type { ResponseSigner, SignedBytes } from "./response-signer.ts";

// An import would load the client behind fetch as well, which a start does not need.
const { Agent, request } = process.getBuiltinModule("node:http");

export interface SocketSignerOptions {
  /** Path of the Unix socket that the signing process listens on. */
  readonly socket: string;
  /** Time limit of a signature; shorter than `portTimeoutMs`. */
  readonly timeoutMs?: number;
}

/** Connections to the signing process; further signatures wait for one. */
const connectionsMax = 20;
const responseBytesMax = 64 * 1024;
/** Codes of a connection that the other side closed while it was idle. */
const closedCodes = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Signs with a key that is in another process, which may use an HSM or a key management system.
 * The bytes are sent with `POST /sign` over HTTP on a Unix socket, whose file permissions decide
 * who may sign. The response is JSON: `signature` in base64, and `certificate` in PEM, so that the
 * process can replace its key at any time. Each signature is verified before it is used.
 *
 * @example
 * const responseSigner = new SocketSigner({ socket: "/run/varde/seal.sock" });
 */
export class SocketSigner implements ResponseSigner, Disposable {
  readonly #options: Required<SocketSignerOptions>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  #certificatePem = "";
  #certificate: Certificate | undefined;

  constructor({ socket, timeoutMs = 5_000 }: SocketSignerOptions) {
    this.#options = { socket, timeoutMs };
  }

  async sign(bytes: Uint8Array): Promise<SignedBytes> {
    const { signature, certificate: pem } = readSigned(await this.#send(bytes));
    const certificate = this.#readCertificate(pem);
    if (!verify("sha256", bytes, certificate.publicKey, signature)) {
      throw new Error("the signing process returned a signature that does not fit its certificate");
    }
    return { signature, certificate };
  }

  /** Closes the connections. */
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** Sends the bytes, and retries once if an idle connection was closed at that moment. */
  async #send(bytes: Uint8Array): Promise<Buffer> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      return await this.#sendOnce(bytes, signal);
    } catch (error) {
      if (!(error instanceof IdleConnectionClosed)) throw error;
      return this.#sendOnce(bytes, signal);
    }
  }

  #sendOnce(bytes: Uint8Array, signal: AbortSignal): Promise<Buffer> {
    const { socket, timeoutMs } = this.#options;
    const headers = {
      "content-type": "application/octet-stream",
      "content-length": String(bytes.length),
    };
    const options = {
      socketPath: socket,
      path: "/sign",
      method: "POST",
      headers,
      agent: this.#agent,
      signal,
    };
    return new Promise((resolve, reject) => {
      const sending = request(options, (response) => readBody(response).then(resolve, reject));
      sending.on("error", (error: NodeJS.ErrnoException) => {
        if (signal.aborted) {
          reject(new Error(`the signing process did not respond within ${timeoutMs} ms`));
        } else if (sending.reusedSocket && closedCodes.has(error.code ?? "")) {
          reject(new IdleConnectionClosed());
        } else {
          reject(new Error(`the signing process cannot be reached at ${socket}`, { cause: error }));
        }
      });
      sending.end(bytes);
    });
  }

  /** Parses the certificate once, as long as it stays the same. */
  #readCertificate(pem: string): Certificate {
    if (this.#certificate !== undefined && pem === this.#certificatePem) return this.#certificate;
    const certificate = readCertificatePem(pem);
    if (isInvalid(certificate)) {
      throw new Error(`the certificate of the signing process ${certificate.reason}`);
    }
    this.#certificatePem = pem;
    this.#certificate = certificate;
    return certificate;
  }
}

class IdleConnectionClosed extends Error {}

const readBody = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    const bytes: Buffer = part;
    length += bytes.length;
    if (length > responseBytesMax) {
      response.destroy();
      throw new Error(`the signing process returned more than ${responseBytesMax} bytes`);
    }
    parts.push(bytes);
  }
  if (response.statusCode !== 200) {
    throw new Error(`the signing process returned ${response.statusCode}`);
  }
  return Buffer.concat(parts);
};

const readSigned = (body: Buffer): { readonly signature: Buffer; readonly certificate: string } => {
  const { signature, certificate } = Object(parseJson(body));
  if (typeof signature !== "string" || typeof certificate !== "string") {
    throw new Error("the signing process did not return both a signature and a certificate");
  }
  return { signature: Buffer.from(signature, "base64"), certificate };
};
