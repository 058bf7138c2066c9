import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import {
  type Certificate,
  isInvalid,
  readCertificatePem,
  type SigningKey,
  signRequest,
} from "@varde/protocol";
import { checkResponse } from "../responses/open-api-responses.ts";
import type { RawResponse } from "../responses/raw-response.ts";

/** A request to send; everything that is left out is done correctly. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Changes the headers after signing, as an attacker or a faulty proxy would. */
  readonly tamper?: (headers: Record<string, string | string[]>) => void;
  /** Replaces the body's bytes after signing. */
  readonly sentBody?: string | Buffer;
}

/** A signed request that can be sent any number of times. */
export interface SignedRawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Buffer | undefined;
}

export interface PemIdentity {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** A TPP that follows the rules and lets a test break them one at a time. */
export class RawTpp {
  readonly #base: URL;
  /**
   * Gives up idle connections four seconds before the bank does. Node reads the bank's limit only
   * if the agent has a longer one of its own.
   */
  readonly #agent = new Agent({
    keepAlive: true,
    maxSockets: 64,
    timeout: 60_000,
    agentKeepAliveTimeoutBuffer: 4_000,
  });
  readonly certificate: Certificate;
  readonly key: KeyObject;
  /** Signs requests: the key of the certificate, unless a test replaces it. */
  signingKey: SigningKey;
  /** Whether responses are checked against the OpenAPI document; off for a bank of the past. */
  responsesAreDocumented = true;

  constructor(baseUrl: string, identity: PemIdentity) {
    this.#base = new URL(baseUrl);
    const certificate = readCertificatePem(identity.certificatePem);
    if (isInvalid(certificate)) throw new Error(certificate.reason);
    this.certificate = certificate;
    this.key = createPrivateKey(identity.privateKeyPem);
    this.signingKey = this.key;
  }

  /** The address of the bank. */
  get address(): string {
    return this.#base.origin;
  }

  async send(wanted: RawRequest): Promise<RawResponse> {
    return this.sendAgain(await this.sign(wanted));
  }

  sendAgain({ method, path, headers, body }: SignedRawRequest): Promise<RawResponse> {
    return this.exchange(method, path, headers, body);
  }

  async sign(wanted: RawRequest): Promise<SignedRawRequest> {
    const method = wanted.method ?? (wanted.body === undefined ? "GET" : "POST");
    const body = bodyText(wanted.body);
    const headers: Record<string, string> = {
      "X-Request-ID": randomUUID(),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    for (const [name, value] of Object.entries(wanted.headers ?? {})) {
      const known = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
      if (known !== undefined) delete headers[known];
      if (value !== undefined) headers[name] = value;
    }
    const sent: Record<string, string | string[]> = {
      ...headers,
      ...(await this.#signature(method, wanted.path, headers, body)),
    };
    wanted.tamper?.(sent);
    return { method, path: wanted.path, headers: sent, body: wanted.sentBody ?? body };
  }

  async #signature(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer | undefined,
  ) {
    return signRequest({
      method,
      target,
      headers,
      ...(body === undefined ? {} : { body }),
      key: this.signingKey,
      certificate: this.certificate,
      atMs: Date.now(),
    });
  }

  /**
   * Sends the bytes unchanged. A header whose value is a list is sent once per value. Every
   * response is checked against the OpenAPI document.
   */
  async exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | string[]>>,
    body?: string | Buffer,
  ): Promise<RawResponse> {
    const response = await this.#exchange(method, path, headers, body);
    if (this.responsesAreDocumented) checkResponse(method, path, response);
    return response;
  }

  #exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | string[]>>,
    body?: string | Buffer,
  ): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.#base.hostname,
          port: this.#base.port,
          method,
          path,
          headers: {
            ...headers,
            ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
          },
          agent: this.#agent,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json:
                text !== "" && /json/.test(response.headers["content-type"] ?? "")
                  ? JSON.parse(text)
                  : undefined,
            });
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

/** A TPP of a bank, by default the bank's own test TPP. */
export const aTpp = (
  bank: { readonly addresses: { readonly http: string }; readonly tpp?: PemIdentity },
  identity: PemIdentity | undefined = bank.tpp,
): RawTpp => {
  if (identity === undefined) throw new Error("This bank has no TPP of its own: pass an identity.");
  return new RawTpp(bank.addresses.http, identity);
};

const bodyText = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === "string" || Buffer.isBuffer(body)
    ? body
    : JSON.stringify(body);
