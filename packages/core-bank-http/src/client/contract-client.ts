import { compileSchema, isInvalid, parseJson } from "@varde/protocol";
import type { ContractId, ContractRequest, ContractResponse } from "../contract/contract-calls.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import { formatWire, parseWire } from "../contract/wire.ts";
import { AccessTokens } from "./access-tokens.ts";
import { CoreBankCallFailed } from "./core-bank-call-failed.ts";
import type { HttpCoreBankSettings } from "./http-core-bank-options.ts";
import { type HttpResponse, HttpTransport } from "./http-transport.ts";

type Headers = Readonly<Record<string, string>>;

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
      const response = await this.#send(id, formatWire(request), headers);
      return readResponse(id, response);
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

  async #send(id: ContractId, body: string, headers: Headers = {}): Promise<HttpResponse> {
    const { base, headers: moreHeaders } = this.#settings;
    const send = async (token: string | undefined) =>
      this.#transport.post({
        url: new URL(contractOperations[id].path.slice(1), base),
        headers: {
          ...moreHeaders?.(),
          ...headers,
          "content-type": "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body,
      });
    const token = await this.#tokens?.read();
    const response = await send(token);
    if (response.status !== 401 || token === undefined) return response;
    this.#tokens?.drop(token);
    return send(await this.#tokens?.read());
  }
}

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
  const { validateFast } = compileSchema(contractOperations[id].response);
  if (validateFast(value)) return parseWire(value) as ContractResponse<Id>;
  const [fault] = validateFast.errors ?? [];
  const { instancePath = "", message, params } = fault ?? {};
  const pointer =
    fault?.keyword === "required" ? `${instancePath}/${params?.missingProperty}` : instancePath;
  throw new CoreBankCallFailed(`the response is malformed at ${pointer || "its root"}: ${message}`);
};
