import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { type Certificate, readCertificatePem, signRequest } from "@varde/protocol";
import { checkAnswer } from "./check-answer.ts";

/** A request as a test wants it sent; what is not said is done right. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Changes the headers after signing, as an attacker or a clumsy proxy would. */
  readonly tamper?: (headers: Record<string, string | string[]>) => void;
  /** Replaces the body's bytes after signing. */
  readonly sentBody?: string | Buffer;
}

/** A request that is signed and can be sent, again and again if need be. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank answered
  readonly json: any;
}

/** A TPP that signs by the rules and lets a test break them one at a time. */
export class RawTpp {
  readonly #base: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly certificate: Certificate;
  readonly key: KeyObject;
  /** The document tells how the bank answers now; a bank of years ago may answer otherwise. */
  answersAreDocumented = true;

  constructor(
    baseUrl: string,
    identity: { readonly certificatePem: string; readonly privateKeyPem: string },
  ) {
    this.#base = new URL(baseUrl);
    const certificate = readCertificatePem(identity.certificatePem);
    if (!certificate.ok) throw new Error(certificate.reason);
    this.certificate = certificate.value;
    this.key = createPrivateKey(identity.privateKeyPem);
  }

  /** Where the bank is. */
  get address(): string {
    return this.#base.origin;
  }

  async send(wanted: RawRequest): Promise<RawAnswer> {
    return this.sendAgain(await this.sign(wanted));
  }

  sendAgain({ method, path, headers, body }: SignedRequest): Promise<RawAnswer> {
    return this.exchange(method, path, headers, body);
  }

  async sign(wanted: RawRequest): Promise<SignedRequest> {
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
      key: this.key,
      certificate: this.certificate,
      atMs: Date.now(),
    });
  }

  /**
   * Sends the bytes as they are. Header values may be lists, to send a header twice. Every answer
   * is held against the OpenAPI document.
   */
  async exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | string[]>>,
    body?: string | Buffer,
  ): Promise<RawAnswer> {
    const answer = await this.#answerTo(method, path, headers, body);
    if (this.answersAreDocumented) checkAnswer(method, path, answer);
    return answer;
  }

  #answerTo(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | string[]>>,
    body?: string | Buffer,
  ): Promise<RawAnswer> {
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
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", reject);
          answer.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text,
              json:
                text !== "" && /json/.test(answer.headers["content-type"] ?? "")
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

const bodyText = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === "string" || Buffer.isBuffer(body)
    ? body
    : JSON.stringify(body);
