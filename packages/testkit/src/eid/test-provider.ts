import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { Provider } from "oidc-provider";
import { portOf } from "../processes/listen-locally.ts";

export const clientId = "fjordbanken";

interface Account {
  readonly nin: string;
  readonly text: string | undefined;
}

/** A real OpenID Connect provider, and the bank's key at it. */
export class TestProvider implements AsyncDisposable {
  readonly issuer: string;
  /** The key of the bank, with its private part. */
  readonly key: JWK;
  /** Level that the next PSU reaches. */
  level = "substantial";
  readonly #server: ReturnType<typeof createServer>;
  readonly #provider: Provider;
  readonly #accounts = new Map<string, Account>();

  private constructor(
    server: ReturnType<typeof createServer>,
    issuer: string,
    redirectUris: readonly string[],
    [key, ownKey]: readonly [JWK, JWK],
  ) {
    this.#server = server;
    this.issuer = issuer;
    this.key = key;
    this.#provider = new Provider(issuer, {
      ...configuration,
      clients: [aClient(redirectUris, key)],
      jwks: { keys: [ownKey] },
      loadExistingGrant: (ctx: GrantContext) => this.#grantEverything(ctx),
      findAccount: async (_ctx: object, accountId: string) => ({
        accountId,
        claims: async () => this.#readClaims(accountId),
      }),
    });
    const serve = this.#provider.callback();
    server.on("request", (request, response) =>
      request.url?.startsWith("/interaction/")
        ? this.#interact(request, response)
        : serve(request, response),
    );
  }

  /** Starts a provider that accepts only pushed and signed requests of clients with a key. */
  static async start(redirectUris: readonly string[]): Promise<TestProvider> {
    const keys = await Promise.all([aPrivateKey("bank"), aPrivateKey("provider")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${portOf(server)}`;
    return new TestProvider(server, issuer, redirectUris, keys);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Shows what is approved, and asks for an identity number. */
  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params } = await this.#provider.interactionDetails(request, response);
    const text = readApprovedText(params);
    if (request.method === "GET") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(renderPage(uid, text));
      return;
    }
    const form = new URLSearchParams(await readText(request));
    this.#accounts.set(uid, { nin: form.get("nin") ?? "", text });
    const login = { accountId: uid, acr: this.level };
    const result = form.get("decision") === "refuse" ? { error: "access_denied" } : { login };
    await this.#provider.interactionFinished(request, response, result);
  }

  #readClaims(sub: string) {
    const account = this.#accounts.get(sub);
    return { sub, nin: account?.nin, transaction_text: account?.text };
  }

  /** Grants all claims: the PSU is not asked what the bank may see. */
  async #grantEverything({ oidc: { client, session } }: GrantContext) {
    const { clientId } = client;
    const grant = new this.#provider.Grant({ clientId, accountId: session.accountId });
    grant.addOIDCScope("openid");
    grant.addOIDCClaims(["nin", "transaction_text"]);
    await grant.save();
    return grant;
  }
}

interface GrantContext {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

const configuration = {
  acrValues: ["low", "substantial", "high"],
  claims: { openid: ["sub", "nin", "transaction_text"], acr: null, auth_time: null },
  conformIdTokenClaims: false,
  cookies: { keys: ["a cookie key of the tests"] },
  extraParams: ["binding_message"],
  features: {
    claimsParameter: { enabled: true },
    devInteractions: { enabled: false },
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true, requireSignedRequestObject: true },
    rpInitiatedLogout: { enabled: false },
  },
  interactions: { url: (_ctx: object, { uid }: { uid: string }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
};

const aClient = (redirectUris: readonly string[], { d: _, ...publicKey }: JWK) => ({
  client_id: clientId,
  redirect_uris: redirectUris,
  response_types: ["code"],
  grant_types: ["authorization_code"],
  token_endpoint_auth_method: "private_key_jwt",
  id_token_signed_response_alg: "ES256",
  request_object_signing_alg: "ES256",
  require_pushed_authorization_requests: true,
  jwks: { keys: [publicKey] },
});

const aPrivateKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
};

const readApprovedText = ({
  claims,
  binding_message: message,
}: Readonly<Record<string, unknown>>): string | undefined => {
  if (typeof message === "string") return message;
  const requested = typeof claims === "string" ? JSON.parse(claims) : claims;
  return requested?.id_token?.transaction_text?.value;
};

const renderPage = (uid: string, text = "Log in") => `<!doctype html>
<html lang="en"><title>Test eID</title><main><h1>Test eID</h1><p id="text">${text}</p>
<form method="post" action="/interaction/${uid}">
<label>Identity number <input name="nin"></label>
<button name="decision" value="confirm">Confirm</button>
<button name="decision" value="refuse">Refuse</button>
</form></main></html>`;

/** The options that a bank and the test provider have agreed on. */
export const oidcTerms = {
  clientId,
  levels: ["low", "substantial", "high"],
  levelMin: "substantial",
  identityClaim: "nin",
  approval: { parameter: "claims", claim: "transaction_text" },
  idTokenAlgorithm: "ES256",
} as const;
