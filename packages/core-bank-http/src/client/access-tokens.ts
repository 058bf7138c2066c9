import { parseJson } from "@varde/protocol";
import { CoreBankCallFailed } from "./core-bank-call-failed.ts";
import type { HttpCoreBankSettings } from "./http-core-bank-options.ts";
import type { HttpTransport } from "./http-transport.ts";

interface Token {
  readonly value: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** A token is renewed when this share of its lifetime has passed. */
const renewedShare = 0.8;
/** Lifetime of a token whose server does not state one. */
const lifetimeDefaultSeconds = 60;

/**
 * Access tokens of the client credentials grant. One renewal runs at a time, and the old token is
 * used until it ends.
 */
export class AccessTokens {
  readonly #client: NonNullable<HttpCoreBankSettings["oauth"]>;
  readonly #transport: HttpTransport;
  readonly #now: () => number;
  #token: Token | undefined;
  #renewing: Promise<Token> | undefined;

  constructor(
    client: NonNullable<HttpCoreBankSettings["oauth"]>,
    transport: HttpTransport,
    now: () => number,
  ) {
    this.#client = client;
    this.#transport = transport;
    this.#now = now;
  }

  async read(): Promise<string> {
    const token = this.#token;
    const now = this.#now();
    if (token === undefined || now >= token.expiresAt) return (await this.#renew()).value;
    // A failed renewal is repeated by the next call, and reported once the old token has expired.
    if (now >= token.renewAt) this.#renew().catch(() => {});
    return token.value;
  }

  /** Drops a token that the core bank refused. */
  drop(value: string): void {
    if (this.#token?.value === value) this.#token = undefined;
  }

  #renew(): Promise<Token> {
    this.#renewing ??= this.#request().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #request(): Promise<Token> {
    const { tokenUrl, clientId, clientSecret, scope } = this.#client;
    const requestedAt = this.#now();
    const { status, body } = await this.#transport.send({
      url: tokenUrl,
      headers: {
        authorization: `Basic ${encodeCredentials(clientId, clientSecret)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: String(
        new URLSearchParams({
          grant_type: "client_credentials",
          ...(scope === undefined ? {} : { scope }),
        }),
      ),
    });
    if (status !== 200) throw new CoreBankCallFailed(`the token endpoint returned ${status}`);
    const token = readToken(parseJson(body), requestedAt);
    if (token === undefined) {
      throw new CoreBankCallFailed("the token endpoint returned no bearer token");
    }
    this.#token = token;
    return token;
  }
}

/** Credentials are form-encoded before they are joined (RFC 6749, section 2.3.1). */
const encodeCredentials = (...parts: readonly string[]): string =>
  Buffer.from(parts.map((part) => formEncode(part)).join(":")).toString("base64");

const formEncode = (text: string): string => String(new URLSearchParams({ "": text })).slice(1);

const readToken = (response: unknown, requestedAt: number): Token | undefined => {
  const { access_token: value, token_type: type, expires_in: seconds } = Object(response);
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  if (String(type).toLowerCase() !== "bearer") return undefined;
  const lifetime = Number(seconds ?? lifetimeDefaultSeconds) * 1_000;
  if (!(lifetime > 0)) return undefined;
  return {
    value,
    renewAt: requestedAt + lifetime * renewedShare,
    expiresAt: requestedAt + lifetime,
  };
};
