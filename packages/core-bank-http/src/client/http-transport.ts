import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { CoreBankCallFailed } from "./core-bank-call-failed.ts";
import type { HttpCoreBankSettings } from "./http-core-bank-options.ts";

export interface HttpRequest {
  /** POST by default. */
  readonly method?: string | undefined;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

type TransportSettings = Pick<
  HttpCoreBankSettings,
  "tls" | "timeoutMs" | "connections" | "responseBytesMax"
>;

/** Codes of a connection that the other side closed while it was idle. */
const closedCodes = new Set(["ECONNRESET", "EPIPE"]);

/** Sends requests over pooled connections, within one time limit and one size limit. */
export class HttpTransport {
  readonly #settings: TransportSettings;
  readonly #plain: Agent;
  readonly #secure: TlsAgent;

  constructor(settings: TransportSettings) {
    const { tls, connections } = settings;
    this.#settings = settings;
    const pool = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections };
    this.#plain = new Agent(pool);
    this.#secure = new TlsAgent({
      ...pool,
      ...(tls?.certificate === undefined ? {} : { cert: tls.certificate, key: tls.key }),
      ...(tls?.authorities === undefined ? {} : { ca: tls.authorities }),
      minVersion: "TLSv1.2",
    });
  }

  /**
   * Sends a request. If an idle connection was closed just then, the request is sent again
   * over another one: every operation of the contract may be repeated.
   */
  async send(sent: HttpRequest): Promise<HttpResponse> {
    const endsAt = performance.now() + this.#settings.timeoutMs;
    try {
      return await this.#sendOnce(sent, endsAt);
    } catch (error) {
      if (!(error instanceof IdleConnectionClosed)) throw error;
      return this.#sendOnce(sent, endsAt);
    }
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  #sendOnce(
    { method = "POST", url, headers, body }: HttpRequest,
    endsAt: number,
  ): Promise<HttpResponse> {
    const { timeoutMs } = this.#settings;
    return new Promise((resolve, reject) => {
      const options = {
        method,
        headers: {
          ...headers,
          accept: "application/json",
          "content-length": String(Buffer.byteLength(body)),
        },
      };
      const sending =
        url.protocol === "https:"
          ? tlsRequest(url, { ...options, agent: this.#secure })
          : request(url, { ...options, agent: this.#plain });
      const timer = setTimeout(
        () => sending.destroy(new CoreBankCallFailed(`no response within ${timeoutMs} ms`)),
        Math.max(0, endsAt - performance.now()),
      );
      const end = () => clearTimeout(timer);
      sending.on("error", (error) => {
        end();
        reject(explainFailure(error, sending));
      });
      sending.on("response", (response) => {
        this.#readBody(response)
          .catch((error: unknown) => {
            throw explainBreak(error);
          })
          .then(resolve, reject)
          .finally(end);
      });
      sending.end(body);
    });
  }

  async #readBody(response: IncomingMessage): Promise<HttpResponse> {
    const { responseBytesMax } = this.#settings;
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of response) {
      const bytes: Buffer = part;
      length += bytes.length;
      if (length > responseBytesMax) {
        response.destroy();
        throw new CoreBankCallFailed(`the response has more than ${responseBytesMax} bytes`);
      }
      parts.push(bytes);
    }
    return {
      status: response.statusCode ?? 0,
      contentType: response.headers["content-type"] ?? "",
      body: Buffer.concat(parts),
    };
  }
}

class IdleConnectionClosed extends CoreBankCallFailed {}

/** The connection broke before the body had arrived whole. */
const explainBreak = (error: unknown): CoreBankCallFailed =>
  error instanceof CoreBankCallFailed
    ? error
    : new CoreBankCallFailed("the response broke off", { cause: error });

const explainFailure = (error: NodeJS.ErrnoException, sending: ClientRequest): Error => {
  if (error instanceof CoreBankCallFailed) return error;
  const message = error.code ?? error.message;
  const isIdleClosed = sending.reusedSocket && closedCodes.has(error.code ?? "");
  return isIdleClosed
    ? new IdleConnectionClosed(message, { cause: error })
    : new CoreBankCallFailed(message, { cause: error });
};
