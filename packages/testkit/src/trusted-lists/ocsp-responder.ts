import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { OpensslAuthority } from "./openssl-authority.ts";

/** Serves the OCSP responses of `openssl ocsp` over HTTP. */
export class OcspResponder implements AsyncDisposable {
  readonly #server: Server;
  /** Requests so far. */
  requests = 0;

  private constructor(pki: OpensslAuthority) {
    const signer = pki.issueResponder("responder", "OCSPSigning");
    this.#server = createServer(async (request, response) => {
      this.requests += 1;
      response.end(await pki.respond(await buffer(request), signer));
    });
  }

  static async start(pki: OpensslAuthority): Promise<OcspResponder> {
    const responder = new OcspResponder(pki);
    await new Promise<void>((resolve) => responder.#server.listen(0, "127.0.0.1", resolve));
    return responder;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
