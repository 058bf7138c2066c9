import { ConfigurationRefused, type PsuDirectory, type ScaAttempt } from "@varde/bank";
import type { JWK } from "jose";

/** Settings of an OpenID Connect provider. */
export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Private key with `kid` and `alg`, for private_key_jwt and for signed requests. */
  readonly key: JWK;
  /** Values of `acr`, the lowest level first, as the provider names them. */
  readonly levels: readonly string[];
  /** The lowest level that is accepted; one of the levels. */
  readonly levelMin: string;
  /** Claim with the national identity number: BankID nnin_altsub, ID-porten pid, brokers nin. */
  readonly identityClaim: string;
  readonly approval: {
    /** Parameter of the request that carries what the PSU approves. */
    readonly parameter: "claims" | "binding_message";
    /** Claim of the ID token in which the provider repeats the text. */
    readonly claim: string;
  };
  /** Finds the person by the identity number in the token. */
  readonly psuDirectory: Pick<PsuDirectory, "findPerson">;
  /** Claim with the provider's id of the transaction; "jti" by default. */
  readonly transactionIdClaim?: string;
  /** "openid" by default. */
  readonly scope?: string;
  /** Algorithm that ID tokens must be signed with; "RS256" by default. */
  readonly idTokenAlgorithm?: string;
  /** Returns the hint that spares the PSU from typing, if there is one. */
  readonly loginHint?: (sca: ScaAttempt) => Promise<string | undefined>;
  /** How much the clocks of bank and provider may differ; 10 by default. */
  readonly clockToleranceSeconds?: number;
  /** Age at which the provider's metadata are read again; an hour by default. */
  readonly metadataMsMax?: number;
  /** Time limit of each request to the provider; 5 by default. */
  readonly timeoutSeconds?: number;
  /** Current time in epoch milliseconds; for tests. */
  readonly now?: () => number;
}

const defaults = {
  transactionIdClaim: "jti",
  scope: "openid",
  idTokenAlgorithm: "RS256",
  loginHint: async () => undefined,
  clockToleranceSeconds: 10,
  metadataMsMax: 60 * 60_000,
  timeoutSeconds: 5,
  now: Date.now,
} satisfies Partial<OidcOptions>;

/** Settings with every default filled in. */
export type OidcSettings = Required<OidcOptions> & { readonly isLoopback: boolean };

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Fills in the defaults. Throws ConfigurationRefused, with one sentence, for an invalid option. */
export const readOidcOptions = (options: OidcOptions): OidcSettings => {
  const issuer = URL.parse(options.issuer);
  const isLoopback = loopback.has(issuer?.hostname ?? "");
  if (issuer?.protocol !== "https:" && !(issuer?.protocol === "http:" && isLoopback)) {
    throw new ConfigurationRefused(`issuer must be an https address, not "${options.issuer}".`);
  }
  if (!options.levels.includes(options.levelMin)) {
    throw new ConfigurationRefused(
      `levelMin must be one of levels (${options.levels.join(", ")}), not "${options.levelMin}".`,
    );
  }
  if (options.key.alg === undefined || options.key.kid === undefined) {
    throw new ConfigurationRefused("key must be a private JWK with alg and kid.");
  }
  return { ...defaults, ...options, isLoopback: isLoopback && issuer.protocol === "http:" };
};
