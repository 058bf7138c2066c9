import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { ApprovalSubject, BeginningSca, ScaCallback, ScaMethod } from "@varde/bank";
import { oidcTerms } from "@varde/testkit/eid";
import { exportJWK, generateKeyPair, type JWTPayload } from "jose";
import { createOidcScaMethod, type OidcOptions } from "../src/index.ts";
import { type Forgery, ForgingProvider } from "./a-forging-provider.ts";

const kari = { personId: "kari", name: "Kari" };
const sca: BeginningSca = {
  step: "approve",
  worldId: "w",
  scaId: "s",
  personId: "kari",
  locale: "nb",
  returnTo: { url: "http://127.0.0.1:9/sca-callback", state: "the-state" },
};
const subject: ApprovalSubject = {
  kind: "payment",
  text: "Pay NOK 249.50 to Ola, account 99901010117. Reference 01234567",
  hash: "h",
  amounts: [{ amountMinor: 24_950n, currency: "NOK" }],
  payees: [{ name: "Ola", account: "99901010117" }],
};
const seconds = (from = Date.now()) => Math.floor(from / 1_000);
const unsigned = (claims: JWTPayload) =>
  [{ alg: "none" }, claims, ""]
    .map((part) => (part === "" ? "" : Buffer.from(JSON.stringify(part)).toString("base64url")))
    .join(".");

describe("A27: forged tokens", () => {
  let provider: ForgingProvider;
  let options: OidcOptions;
  let method: ScaMethod;
  before(async () => {
    provider = await ForgingProvider.start();
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    options = {
      ...oidcTerms,
      issuer: provider.issuer,
      key: { ...(await exportJWK(privateKey)), alg: "ES256", kid: "bank" },
      psuDirectory: {
        findPerson: async (_worldId, number) => (number === "15819000066" ? kari : undefined),
      },
    };
    method = createOidcScaMethod(options);
  });
  after(() => provider[Symbol.asyncDispose]());

  /** Begins an approval and returns its request, and the claims of a correct token. */
  const begin = async (using = method) => {
    const begun = await using.begin(sca, subject);
    assert(begun.kind === "redirect");
    const { searchParams } = new URL(begun.address);
    const claims = {
      iss: provider.issuer,
      aud: "fjordbanken",
      sub: "u",
      iat: seconds(),
      exp: seconds() + 60,
      auth_time: seconds(),
      nonce: searchParams.get("nonce"),
      acr: "substantial",
      nin: "15819000066",
      jti: "transaction-1",
      transaction_text: subject.text,
    };
    return { kept: begun.kept, searchParams, claims };
  };
  const callbackWith = (
    kept: string,
    changes: Readonly<Record<string, string>> = {},
  ): ScaCallback => ({
    kind: "redirect",
    parameters: String(
      new URLSearchParams({ state: "the-state", code: "c", iss: provider.issuer, ...changes }),
    ),
    kept,
  });

  test("accepts a correct token, and returns evidence without the token", async () => {
    const { kept, claims } = await begin();
    provider.forgery = { claims, algorithm: "ES256" };
    const result = await method.finish(sca, callbackWith(kept));
    assert(result.kind === "proven", JSON.stringify(result));
    assert.equal(result.personId, "kari");
    const { hash, ...evidence } = result.evidence;
    assert.match(hash ?? "", /^[\w-]{43}$/);
    assert.deepEqual(evidence, {
      method: "oidc",
      level: "substantial",
      transactionId: "transaction-1",
      at: claims.auth_time * 1_000,
    });
  });

  test("asks for the level, the text, a new login and the PSU's language", async () => {
    const { searchParams, kept } = await begin();
    const { verifier } = JSON.parse(kept);
    assert.deepEqual(
      { ...Object.fromEntries(searchParams), nonce: "", claims: "" },
      {
        client_id: "fjordbanken",
        response_type: "code",
        redirect_uri: sca.returnTo.url,
        scope: "openid",
        state: "the-state",
        nonce: "",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        acr_values: "substantial high",
        prompt: "login",
        max_age: "0",
        ui_locales: "nb",
        claims: "",
      },
    );
    assert.deepEqual(JSON.parse(searchParams.get("claims") ?? ""), {
      id_token: { transaction_text: { essential: true, value: subject.text } },
    });
  });

  const hour = 3_600;
  const forgeries: readonly (readonly [
    string,
    (claims: JWTPayload) => Partial<Forgery>,
    RegExp,
  ])[] = [
    ["another nonce", (claims) => ({ claims: { ...claims, nonce: "n" } }), /nonce/],
    ["no nonce", ({ nonce: _, ...claims }) => ({ claims }), /nonce/],
    ["another issuer", (claims) => ({ claims: { ...claims, iss: "https://x.example" } }), /issuer/],
    ["another audience", (claims) => ({ claims: { ...claims, aud: "other" } }), /audience/],
    ["a symmetric algorithm", () => ({ algorithm: "HS256" }), /alg/],
    ["no signature", (claims) => ({ token: unsigned(claims) }), /alg/],
    ["a key that is not the provider's", () => ({ isForeignKey: true }), /signature/],
    ["an end in the past", (claims) => ({ claims: { ...claims, exp: seconds() - 60 } }), /exp/],
    [
      "iat in the future",
      (claims) => ({ claims: { ...claims, iat: seconds() + 60 } }),
      /iat is in/,
    ],
    ["iat before", (claims) => ({ claims: { ...claims, iat: seconds() - hour } }), /iat is before/],
    [
      "an old auth_time",
      (claims) => ({ claims: { ...claims, auth_time: seconds() - hour } }),
      /auth_time is before/,
    ],
    [
      "a future auth_time",
      (claims) => ({ claims: { ...claims, auth_time: seconds() + hour } }),
      /auth_time is in/,
    ],
    ["no auth_time", ({ auth_time: _, ...claims }) => ({ claims }), /auth_time is missing/],
    ["a lower level", (claims) => ({ claims: { ...claims, acr: "low" } }), /acr low is lower/],
    ["an unknown level", (claims) => ({ claims: { ...claims, acr: "top" } }), /acr top is lower/],
    ["no level", ({ acr: _, ...claims }) => ({ claims }), /acr undefined is lower/],
    [
      "another text",
      (claims) => ({ claims: { ...claims, transaction_text: `${subject.text}!` } }),
      /not the text/,
    ],
    ["no text", ({ transaction_text: _, ...claims }) => ({ claims }), /not the text/],
    [
      "an unknown person",
      (claims) => ({ claims: { ...claims, nin: "01010100000" } }),
      /not a customer/,
    ],
    ["no identity number", ({ nin: _, ...claims }) => ({ claims }), /nin is missing/],
  ];
  for (const [what, forge, reason] of forgeries) {
    test(`refuses a token with ${what}`, async () => {
      const { kept, claims } = await begin();
      provider.forgery = { claims, algorithm: "ES256", ...forge(claims) };
      const result = await method.finish(sca, callbackWith(kept));
      assert(result.kind === "failed", "accepted");
      assert.equal(result.because, "invalid");
      assert.match(result.reason, reason);
      assert.doesNotMatch(result.reason, /15819000066|01010100000/);
    });
  }

  const callbacks: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    string,
    RegExp,
  ])[] = [
    ["another state", { state: "s" }, "invalid", /state/],
    ["another issuer", { iss: "https://x.example" }, "invalid", /iss/],
    ["a PSU who refused", { error: "access_denied" }, "refused", /access_denied/],
    ["an error", { error: "invalid_request" }, "invalid", /invalid_request/],
    ["a provider in trouble", { error: "server_error" }, "unavailable", /server_error/],
  ];
  for (const [what, changes, because, reason] of callbacks) {
    test(`refuses a callback with ${what}`, async () => {
      const { kept, claims } = await begin();
      provider.forgery = { claims, algorithm: "ES256" };
      const result = await method.finish(sca, callbackWith(kept, changes));
      assert(result.kind === "failed", "accepted");
      assert.equal(result.because, because);
      assert.match(result.reason, reason);
    });
  }

  test("refuses a form and a poll", async () => {
    for (const callback of [
      { kind: "form", fields: { customerNumber: "15819000066" } },
      { kind: "poll", kept: "" },
    ] as const) {
      assert.equal((await method.finish(sca, callback)).kind, "failed");
    }
  });

  test("accepts the provider's new key at once", async () => {
    const { kept, claims } = await begin();
    provider.forgery = { claims, algorithm: "ES256", isNewKey: true };
    assert.equal((await method.finish(sca, callbackWith(kept))).kind, "proven");
  });

  test("caches the metadata, and uses old ones while it cannot read them", async () => {
    let now = Date.now();
    const aged = createOidcScaMethod({ ...options, now: () => now, metadataMsMax: 1_000 });
    const before = provider.requests;
    await Promise.all([begin(aged), begin(aged)]);
    assert.equal(provider.requests, before + 1);
    now += 1_000;
    await begin(aged);
    assert.equal(provider.requests, before + 2);
    now += 1_000;
    provider.isUnavailable = true;
    await begin(aged);
    assert.equal(provider.requests, before + 3);
    provider.isUnavailable = false;
  });

  test("reports a provider that cannot be reached as unavailable", async () => {
    const { kept, claims } = await begin();
    provider.forgery = { claims, algorithm: "ES256" };
    const gone = createOidcScaMethod({ ...options, issuer: "http://127.0.0.1:9" });
    await assert.rejects(gone.begin(sca, subject));
    provider.isUnavailable = true;
    const result = await method.finish(sca, callbackWith(kept));
    provider.isUnavailable = false;
    assert(result.kind === "failed");
    assert.equal(result.because, "unavailable");
  });

  test("refuses an option that makes no sense, with one sentence", () => {
    const refusals: readonly (readonly [Partial<OidcOptions>, RegExp])[] = [
      [{ issuer: "http://idp.example" }, /issuer must be an https address/],
      [{ levelMin: "top" }, /levelMin must be one of levels/],
      [{ key: { kty: "EC" } }, /key must be a private JWK/],
    ];
    for (const [change, message] of refusals) {
      assert.throws(() => createOidcScaMethod({ ...options, ...change }), message);
    }
  });
});
