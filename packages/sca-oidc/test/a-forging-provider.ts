import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";

/** How the next ID token is made; a test changes one thing. */
export interface Forgery {
  claims: JWTPayload;
  algorithm: string;
  /** Signs with a key that the provider does not publish. */
  isForeignKey?: boolean;
  /** Signs with a key that the provider has published only now. */
  isNewKey?: boolean;
  /** More parameters of the token's header. */
  header?: JWTHeaderParameters | undefined;
  /** Sends this in place of a signed token. */
  token?: string;
}

/**
 * A provider whose token endpoint returns what a test forges, for any code. Everything else is as
 * it should be.
 */
export class ForgingProvider implements AsyncDisposable {
  readonly #server: Server;
  readonly #keys: readonly GenerateKeyPairResult[];
  #published = 1;
  issuer = "";
  requests = 0;
  isUnavailable = false;
  forgery: Forgery = { claims: {}, algorithm: "ES256" };
  /** Responds in place of this provider, to requests whose path begins with the key. */
  readonly hostile = new Map<string, (response: ServerResponse) => void>();

  private constructor(keys: readonly GenerateKeyPairResult[]) {
    this.#keys = keys;
    this.#server = createServer(async (request, response) => {
      this.requests += 1;
      const path = request.url ?? "";
      const respond = [...this.hostile].find(([start]) => path.startsWith(start))?.[1];
      if (respond !== undefined) return respond(response);
      const body = await this.#respond(path);
      response.writeHead(this.isUnavailable ? 503 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  }

  static async start(): Promise<ForgingProvider> {
    const keys = await Promise.all([1, 2, 3].map(() => generateKeyPair("ES256")));
    const provider = new ForgingProvider(keys);
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    const { port } = provider.#server.address() as AddressInfo;
    provider.issuer = `http://127.0.0.1:${port}`;
    return provider;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(path: string): Promise<unknown> {
    const { issuer } = this;
    if (path.startsWith("/jwks")) return { keys: await this.#publicKeys() };
    if (path.startsWith("/token")) {
      const token = this.forgery.token ?? (await this.#sign());
      return { access_token: "a", token_type: "Bearer", id_token: token };
    }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256", "HS256"],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Returns the key that signs although the provider does not publish it. */
  foreignKey(): Promise<JWK> {
    return exportJWK((this.#keys[2] as GenerateKeyPairResult).publicKey);
  }

  #publicKeys() {
    return Promise.all(
      this.#keys.slice(0, this.#published).map(async ({ publicKey }, at) => ({
        ...(await exportJWK(publicKey)),
        kid: `key-${at}`,
        alg: "ES256",
        use: "sig",
      })),
    );
  }

  async #sign(): Promise<string> {
    const { claims, algorithm, isForeignKey = false, isNewKey = false } = this.forgery;
    const token = new SignJWT(claims);
    if (algorithm === "HS256") {
      const secret = new TextEncoder().encode(JSON.stringify(await this.#publicKeys()));
      return token.setProtectedHeader({ alg: "HS256", kid: "key-0" }).sign(secret);
    }
    if (isNewKey) this.#published = 2;
    const [published, next, foreign] = this.#keys;
    const key = isForeignKey ? foreign : isNewKey ? next : published;
    const kid = isNewKey ? "key-1" : "key-0";
    return token
      .setProtectedHeader({ ...this.forgery.header, alg: algorithm, kid })
      .sign((key as GenerateKeyPairResult).privateKey);
  }
}
