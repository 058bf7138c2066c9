import { importJWK } from "jose";
import {
  allowInsecureRequests,
  type ClientAuth,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  PrivateKeyJwt,
} from "openid-client";
import type { OidcSettings } from "./oidc-options.ts";

/** The private key in the form that openid-client signs with. */
export interface SigningKey {
  readonly key: CryptoKey;
  readonly kid: string;
}

/**
 * Reads the provider's metadata and creates clients for single requests. Metadata are cached, and
 * read again in time; while the provider fails to send new ones, the old ones are used.
 */
export class OidcProviderClient {
  readonly #settings: OidcSettings;
  readonly #signingKey: Promise<SigningKey>;
  #metadata: { readonly config: Configuration; readonly readAt: number } | undefined;
  #reading: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
    this.#signingKey = importSigningKey(settings);
    // The failure is reported where the key is used.
    this.#signingKey.catch(() => {});
  }

  signingKey(): Promise<SigningKey> {
    return this.#signingKey;
  }

  /**
   * Returns a client with no keys cached: the provider's keys are fetched for every proof, so that
   * a new key is accepted at once and a withdrawn one no longer.
   */
  async connect(): Promise<Configuration> {
    const metadata = (await this.#readMetadata()).serverMetadata();
    const { clientId } = this.#settings;
    const client = new Configuration(
      metadata,
      clientId,
      this.#clientMetadata(),
      await this.#authentication(),
    );
    this.#restrict(client);
    return client;
  }

  async #readMetadata(): Promise<Configuration> {
    const { now, metadataMsMax } = this.#settings;
    const known = this.#metadata;
    if (known !== undefined && now() - known.readAt < metadataMsMax) return known.config;
    this.#reading ??= this.#discover().finally(() => {
      this.#reading = undefined;
    });
    return known === undefined ? this.#reading : this.#reading.catch(() => known.config);
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, isLoopback, timeoutSeconds, now } = this.#settings;
    const config = await discovery(
      new URL(issuer),
      clientId,
      this.#clientMetadata(),
      await this.#authentication(),
      {
        timeout: timeoutSeconds,
        [customFetch]: fetchLimited,
        ...(isLoopback ? { execute: [allowInsecureRequests] } : {}),
      },
    );
    this.#metadata = { config, readAt: now() };
    return config;
  }

  /**
   * Verifies the signature of every ID token. Without it, openid-client trusts a token because it
   * came over TLS from the token endpoint.
   */
  #restrict(client: Configuration): void {
    enableNonRepudiationChecks(client);
    client.timeout = this.#settings.timeoutSeconds;
    client[customFetch] = fetchLimited;
    if (this.#settings.isLoopback) allowInsecureRequests(client);
  }

  #clientMetadata() {
    const { clockToleranceSeconds, idTokenAlgorithm } = this.#settings;
    return {
      id_token_signed_response_alg: idTokenAlgorithm,
      [clockTolerance]: clockToleranceSeconds,
    };
  }

  async #authentication(): Promise<ClientAuth> {
    return PrivateKeyJwt(await this.#signingKey);
  }
}

/** More than any provider's metadata, keys or tokens take. */
const bytesMax = 256 * 1024;

/** Reads a response of the provider up to a limit, so that it cannot fill the bank's memory. */
const fetchLimited: CustomFetch = async (url, options) => {
  // The same options, which openid-client types a little differently.
  const response = await fetch(url, Object(options));
  const { status, headers } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`${url} returned more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
};

const importSigningKey = async ({ key: jwk }: OidcSettings): Promise<SigningKey> => {
  const key = await importJWK(jwk);
  if (!(key instanceof CryptoKey)) throw new TypeError("key must be asymmetric");
  return { key, kid: jwk.kid ?? "" };
};
