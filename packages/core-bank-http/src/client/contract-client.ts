import { isInvalid, parseJson } from "@varde/protocol";
import type { ContractId, ContractRequest, ContractResponse } from "../contract/contract-calls.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import { findSchemaFault, type SchemaFault } from "../contract/find-schema-fault.ts";
import { formatWire, parseWire } from "../contract/wire.ts";
import { AccessTokens } from "./access-tokens.ts";
import { CoreBankCallFailed } from "./core-bank-call-failed.ts";
import type { HttpCoreBankSettings } from "./http-core-bank-options.ts";
import { type HttpResponse, HttpTransport } from "./http-transport.ts";

type Headers = Readonly<Record<string, string>>;

interface SentParts {
  /** POST by default. */
  readonly method?: string;
  readonly headers?: Headers | undefined;
}

/** Characters of the core bank's own explanation that an error repeats. */
const detailCharactersMax = 200;

/** Calls the operations of the contract. */
export class ContractClient {
  readonly #settings: HttpCoreBankSettings;
  readonly #transport: HttpTransport;
  readonly #tokens: AccessTokens | undefined;

  constructor(settings: HttpCoreBankSettings) {
    this.#settings = settings;
    this.#transport = new HttpTransport(settings);
    this.#tokens =
      settings.oauth && new AccessTokens(settings.oauth, this.#transport, settings.now);
  }

  /** Sends a request and returns the response, which has the shape that the contract promises. */
  async call<Id extends ContractId>(
    id: Id,
    request: ContractRequest<Id>,
    headers?: Headers,
  ): Promise<ContractResponse<Id>> {
    try {
      const { path } = contractOperations[id];
      return readResponse(id, await this.send(path, formatWire(request), { headers }));
    } catch (error) {
      if (!(error instanceof CoreBankCallFailed)) throw error;
      const { status } = error;
      throw new CoreBankCallFailed(`${id}: ${error.message}`, {
        cause: error.cause,
        ...(status === undefined ? {} : { status }),
      });
    }
  }

  close(): void {
    this.#transport.close();
  }

  /** Sends a request as it is, with the bank's credentials, and returns the response unread. */
  async send(path: string, body: string, sent: SentParts = {}): Promise<HttpResponse> {
    const { base, headers } = this.#settings;
    const sendWith = (token: string | undefined) =>
      this.#transport.send({
        method: sent.method,
        url: new URL(path.slice(1), base),
        headers: {
          ...headers?.(),
          ...sent.headers,
          "content-type": "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body,
      });
    const token = await this.#tokens?.read();
    const response = await sendWith(token);
    if (response.status !== 401 || token === undefined) return response;
    this.#tokens?.drop(token);
    return sendWith(await this.#tokens?.read());
  }
}

/**
 * Finds a fault in a response that has fields, but none of its operation: that of another system,
 * or of an error. Only a response without any field says that there is nothing.
 */
const findStrayFields = (id: ContractId, value: unknown): SchemaFault | undefined => {
  const { properties = {} } = contractOperations[id].response as { properties?: object };
  const names = Object.keys(Object(value));
  if (names.length === 0 || names.some((name) => Object.hasOwn(properties, name))) return undefined;
  return { pointer: "", message: `it has no field of ${id}` };
};

const readResponse = <Id extends ContractId>(
  id: Id,
  { status, body }: HttpResponse,
): ContractResponse<Id> => {
  const value = parseJson(body);
  if (status !== 200) {
    const { detail } = Object(value);
    const text = typeof detail === "string" ? `: ${detail.slice(0, detailCharactersMax)}` : "";
    throw new CoreBankCallFailed(`the core bank returned ${status}${text}`, { status });
  }
  if (isInvalid(value)) throw new CoreBankCallFailed(`the response ${value.reason}`);
  const fault =
    findSchemaFault(contractOperations[id].response, value) ?? findStrayFields(id, value);
  if (fault === undefined) return parseWire(value) as ContractResponse<Id>;
  const { pointer, message } = fault;
  throw new CoreBankCallFailed(`the response is malformed at ${pointer || "its root"}: ${message}`);
};
