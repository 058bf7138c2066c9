import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, before, describe, test } from "node:test";
import type { BeginningSca, ScaMethod } from "@varde/bank";
import { oidcTerms } from "@varde/testkit/eid";
import { exportJWK, generateKeyPair, type JWTPayload } from "jose";
import { createOidcScaMethod } from "../src/index.ts";
import { type Forgery, ForgingProvider } from "./a-forging-provider.ts";

const sca: BeginningSca = {
  step: "identify",
  worldId: "w",
  scaId: "s",
  personId: undefined,
  locale: "nb",
  returnTo: { url: "http://127.0.0.1:9/sca-callback", state: "the-state" },
};

const sendJson = (value: unknown) => (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

describe("A36: a hostile eID provider", () => {
  let provider: ForgingProvider;
  let createMethod: () => ScaMethod;
  before(async () => {
    provider = await ForgingProvider.start();
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const key = { ...(await exportJWK(privateKey)), alg: "ES256", kid: "bank" };
    const findPerson = async () => ({ personId: "kari", name: "Kari" });
    createMethod = () =>
      createOidcScaMethod({
        ...oidcTerms,
        issuer: provider.issuer,
        key,
        psuDirectory: { findPerson },
      });
  });
  afterEach(() => provider.hostile.clear());
  after(() => provider[Symbol.asyncDispose]());

  /** Begins an identification. The provider's next token is correct, except for the forgery. */
  const begin = async (forge: (claims: JWTPayload) => Partial<Forgery> = () => ({})) => {
    const method = createMethod();
    const begun = await method.begin(sca, undefined);
    assert(begun.kind === "redirect");
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: provider.issuer, aud: "fjordbanken", sub: "u", nin: "15819000066" },
      ...{ iat: now, exp: now + 60, auth_time: now, acr: "substantial" },
      nonce: new URL(begun.address).searchParams.get("nonce"),
    };
    provider.forgery = { claims, algorithm: "ES256", ...forge(claims) };
    return { method, claims, kept: begun.kept };
  };
  const finish = (
    { method, kept }: { readonly method: ScaMethod; readonly kept: string },
    parameters = `state=the-state&code=c&iss=${encodeURIComponent(provider.issuer)}`,
  ) => method.finish(sca, { kind: "redirect", parameters, kept });

  /** Finishes, and returns why that failed: a refusal, or a provider that failed. */
  const findReason = async (...given: Parameters<typeof finish>): Promise<string> => {
    try {
      const result = await finish(...given);
      assert(result.kind === "failed", "accepted");
      return result.reason;
    } catch (error) {
      assert(error instanceof Error && !(error instanceof assert.AssertionError), String(error));
      return error.message;
    }
  };

  test("is accepted while it behaves", async () => {
    assert.equal((await finish(await begin())).kind, "proven");
  });

  test("mix-up: metadata that name another issuer are refused", async () => {
    const { issuer } = provider;
    const other = { issuer: "https://other.example", token_endpoint: `${issuer}/token` };
    provider.hostile.set("/.well-known", sendJson(other));
    await assert.rejects(createMethod().begin(sca, undefined));
  });

  const callbacks: readonly (readonly [string, (iss: string) => string, RegExp])[] = [
    ["no issuer", () => "state=the-state&code=c", /iss/],
    ["two issuers", (iss) => `state=the-state&code=c&iss=${iss}&iss=https://x.example`, /iss/],
    ["two states", (iss) => `state=the-state&state=s&code=c&iss=${iss}`, /state/],
    ["no state", (iss) => `code=c&iss=${iss}`, /state/],
    ["two codes", (iss) => `state=the-state&code=c&code=d&iss=${iss}`, /code/],
    ["no code", (iss) => `state=the-state&iss=${iss}`, /code/],
    ["a signed response instead", (iss) => `state=the-state&response=e30.e30.&iss=${iss}`, /./],
    ["a token instead", (iss) => `state=the-state&id_token=e30.e30.&iss=${iss}`, /./],
  ];
  for (const [what, parameters, reason] of callbacks) {
    test(`mix-up: a callback with ${what} is refused`, async () => {
      const issuer = encodeURIComponent(provider.issuer);
      assert.match(await findReason(await begin(), parameters(issuer)), reason);
    });
  }

  test("code injection: a code of another person's login is refused", async () => {
    const attackers = await begin();
    const victims = await begin();
    provider.forgery = { claims: attackers.claims, algorithm: "ES256" };
    assert.match(await findReason(victims), /nonce/);
  });

  const tokens: readonly (readonly [string, (claims: JWTPayload) => Partial<Forgery>])[] = [
    ["for several clients", (claims) => ({ claims: { ...claims, aud: ["fjordbanken", "x"] } })],
    ["without a subject", ({ sub: _, ...claims }) => ({ claims })],
    ["with an unknown critical header", () => ({ header: { alg: "", crit: ["b64"], b64: true } })],
  ];
  for (const [what, forge] of tokens) {
    test(`a token ${what} is refused`, async () => {
      assert.notEqual(await findReason(await begin(forge)), "");
    });
  }

  test("a key that the token brings or points to does not count, and is not fetched", async () => {
    const jwk = await provider.foreignKey();
    const fetched: string[] = [];
    provider.hostile.set("/own-keys", (response) => {
      fetched.push("/own-keys");
      sendJson({ keys: [{ ...jwk, kid: "key-0" }] })(response);
    });
    const address = `${provider.issuer}/own-keys`;
    for (const header of [{ jwk }, { jku: address }, { x5u: address }]) {
      const begun = await begin(() => ({ isForeignKey: true, header: { alg: "", ...header } }));
      assert.match(await findReason(begun), /signature/);
    }
    assert.deepEqual(fetched, []);
  });

  const secret = { kty: "oct", k: "c2VjcmV0", kid: "key-0", alg: "ES256" };
  const poisoned: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    ["no keys", sendJson({ keys: [] })],
    ["no list", sendJson({ keys: "key-0" })],
    ["a symmetric key", sendJson({ keys: [secret] })],
    ["values that are not keys", sendJson({ keys: [null, 1, "x"] })],
    [
      "an RSA key of the same id",
      sendJson({ keys: [{ kty: "RSA", n: "AQ", e: "AQAB", kid: "key-0" }] }),
    ],
    [
      "a point that is not on the curve",
      sendJson({
        keys: [{ kty: "EC", crv: "P-256", x: "AQ", y: "AQ", kid: "key-0" }],
      }),
    ],
    ["another format", (response) => response.writeHead(200).end("<keys/>")],
    ["a redirect", (response) => response.writeHead(302, { location: "/jwks-of-others" }).end()],
  ];
  for (const [what, respond] of poisoned) {
    test(`a key set with ${what} proves nothing`, async () => {
      const begun = await begin();
      provider.hostile.set("/jwks", respond);
      provider.hostile.set("/jwks-of-others", () => assert.fail("followed a redirect"));
      assert.notEqual(await findReason(begun), "");
    });
  }

  test("a response without end is cut off, at every address", async () => {
    const part = Buffer.alloc(64 * 1024, " ");
    for (const path of ["/jwks", "/token", "/.well-known"]) {
      const begun = path === "/.well-known" ? undefined : await begin();
      let sent = 0;
      provider.hostile.set(path, (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          sent += part.length;
          if (response.write(part)) setImmediate(more);
        };
        response.on("drain", more);
        more();
      });
      if (begun === undefined) await assert.rejects(createMethod().begin(sca, undefined));
      else assert.match(await findReason(begun), /more than 262144 bytes|failed|error/i);
      assert.ok(sent < 16 * 1024 * 1024, `${path}: ${sent} bytes were read`);
      provider.hostile.clear();
    }
  });
});
