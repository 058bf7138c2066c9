import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import {
  bindCallback,
  checkCallbackBrowser,
  createSandboxClient,
  createTppClient,
  readCallback,
  readIdentityFiles,
} from "../src/index.ts";
import { Psu } from "../src/psu/psu.ts";
import { aPayment, aScene, tpp } from "./a-client.ts";
import { type Given, payment, type RightCall, rightCalls } from "./right-calls.ts";

/** Calls a method with arguments that its types refuse. */
const wrongly = (owner: object, name: string, given: Given): unknown =>
  Reflect.apply(Reflect.get(owner, name), owner, given);

/** Waits for the error of a call, whether it throws, rejects or fails at its first value. */
const errorOf = async (run: () => unknown): Promise<unknown> => {
  try {
    const result: unknown = await run();
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) {
      for await (const _ of result as AsyncIterable<unknown>);
    }
    return undefined;
  } catch (error) {
    return error;
  }
};

const fault = "(?:is missing: it must be|must be|has the unknown field)";
const sentence = new RegExp(`^[a-z][\\w.]*: [a-z][\\w.[\\]]* ${fault} .{4,}[.?]$`, "is");

const assertSentence = (error: unknown, call: string, named: RegExp) => {
  assert.ok(error instanceof TypeError, `${call}: ${error}`);
  assert.match(error.message, sentence, call);
  assert.match(error.message, named, call);
  assert.doesNotMatch(error.message, /undefined \(|Cannot (?:read|destructure)|is not a function/);
};

const wrongValues: Given = [undefined, null, 5, true, "", "nonsense", [], {}, () => 1, Number.NaN];

/** Returns whether a value of the list above is right for an argument. */
const isRight = ({ given, optional }: RightCall, at: number, value: unknown): boolean => {
  const right = given[at];
  if (value === undefined) return optional.includes(at);
  // Any text may be an id; products and operations are closed sets.
  if (value === "nonsense") {
    return typeof right === "string" && right !== "NDCT" && right !== "readUser";
  }
  if (Array.isArray(value)) return Array.isArray(right) && right.length === 0;
  const isPlain = (each: unknown) => Object.prototype.toString.call(each) === "[object Object]";
  if (!isPlain(value) || right instanceof Psu || Array.isArray(right)) return false;
  return isPlain(right) && right !== payment && !("redirectUri" in Object(right));
};

describe("a wrong argument", () => {
  test("of any method is a sentence that names it and says what is allowed", async (context) => {
    const scene = await aScene(context, () => ({ body: {} }));
    let tried = 0;
    for (const call of rightCalls(scene)) {
      const { path, owner, given } = call;
      for (const at of given.keys()) {
        for (const value of wrongValues) {
          if (isRight(call, at, value)) continue;
          // An empty address is a CallbackError, which is about what the browser sent.
          if (path === "psu.remember" && value === "") continue;
          const name = path.split(".").at(-1) ?? "";
          const error = await errorOf(() => wrongly(owner, name, given.with(at, value)));
          const shown = `${path}, argument ${at + 1} = ${String(value)}`;
          assertSentence(error, shown, new RegExp(`^${path}: `));
          tried += 1;
        }
      }
    }
    assert.ok(tried > 1_000, `${tried} calls`);
    assert.equal(scene.bank.requests.length, 0, "nothing was sent");
  });

  test("every method of the client is tried", async (context) => {
    const scene = await aScene(context, () => ({ body: {} }));
    const calls = rightCalls(scene).map(({ path }) => path);
    const sandbox = createSandboxClient(scene.client);
    const methods = (owner: object, prefix: string): string[] =>
      Object.entries(owner).flatMap(([name, value]) =>
        typeof value === "function"
          ? [`${prefix}.${name}`]
          : methods(value, prefix === "client" ? name : `${prefix}.${name}`),
      );
    const all = [...methods(scene.client, "client"), ...methods(sandbox, "sandbox")];
    const untried = all.filter((name) => !calls.includes(name) && name !== "client.close");
    assert.deepEqual(untried, []);
  });

  test("names the products, statuses and options that exist", async (context) => {
    const { client, psu } = await aScene(context, () => ({ body: {} }));
    const say = async (owner: object, name: string, ...given: Given) =>
      String(await errorOf(() => wrongly(owner, name, given)));
    assert.equal(
      await say(client.payments, "create", "XX"),
      "TypeError: payments.create: product must be one of NDCT, NCBCT, INDCTS, CBCT, SCT, " +
        'not "XX".',
    );
    assert.match(
      await say(client.bulkPayments, "create", "SCT"),
      /must be one of NDCT, not "SCT"\.$/,
    );
    assert.match(
      await say(client.payments, "status", { product: "XX", paymentId: "1" }),
      /payments\.status: payment\.product must be one of NDCT, .*, not "XX"\.$/,
    );
    assert.match(
      await say(client.payments, "waitForStatus", payment, ["ACSX"]),
      /statuses\[0\] must be one of .*ACSC.*, not "ACSX"\.$/,
    );
    assert.match(
      await say(client.payments, "create", "NDCT", aPayment()),
      /psu is missing: it must be a PSU of client\.psu\(…\)\.$/,
    );
    assert.match(
      await say(client.accounts, "list", psu, { withBalances: true }),
      /options has the unknown field withBalances: did you mean withBalance\?$/,
    );
    assert.match(
      await say(client.accounts, "transactions", "a-1", psu, { bookingStatus: "open" }),
      /query\.bookingStatus must be one of .*booked.*, not "open"\.$/,
    );
    assert.match(
      await say(client, "psu", { redirectURI: "https://tpp.example/" }),
      /options has the unknown field redirectURI: did you mean redirectUri\?$/,
    );
    assert.match(
      await say(client, "psu", { redirectUri: "/callback" }),
      /redirectUri must be .*, not "\/callback"/,
    );
    assert.match(
      await say(client, "call", "listAcounts"),
      /such as listAccounts, not "listAcounts"\.$/,
    );
  });
});

describe("wrong options of a client", () => {
  const identity = { certificate: tpp.certificatePem, key: tpp.privateKeyPem };
  const bank = { baseUrl: "https://bank.example" };
  const create = (options: unknown) =>
    errorOf(() => wrongly({ createTppClient }, "createTppClient", [options]));
  const refused: readonly (readonly [options: unknown, named: RegExp])[] = [
    [undefined, /options is missing/],
    [null, /options must be/],
    [{}, /options\.bank is missing/],
    [{ identity, bank: "https://bank.example" }, /options\.bank must be an object with baseUrl/],
    [{ identity, bank: {} }, /options\.bank\.baseUrl is missing/],
    [{ bank }, /options\.identity is missing/],
    [{ bank, identity: {} }, /options\.identity\.certificate is missing/],
    [{ bank, identity: { certificate: tpp.certificatePem } }, /options\.identity\.key is missing/],
    [{ bank, identity, timeout: 5 }, /unknown field timeout/],
    [{ bank, identity, timeoutMs: "5" }, /options\.timeoutMs must be a number of milliseconds/],
    [{ bank, identity, timeoutMs: 0 }, /from 1 to/],
    [{ bank, identity, timeoutMs: 1e12 }, /from 1 to/],
    [
      { bank, identity, verifyResponses: true },
      /must be one of off, if-signed, required, not true/,
    ],
    [{ bank, identity, retries: 3 }, /options\.retries must be an object with attemptsMax/],
    [{ bank, identity, retries: { attempts: 3 } }, /unknown field attempts/],
    [{ bank, identity, retries: { attemptsMax: 0 } }, /a whole number, 1 or more, not 0/],
    [{ bank, identity, clock: {} }, /options\.clock\.nowMs is missing/],
    [{ bank: { ...bank, userPath: "me" }, identity }, /must be one of user, users, not "me"/],
    [{ bank: { ...bank, consentsPath: "me" }, identity }, /must be one of bank-offered-consents/],
    [{ bank, identity, signing: { algorithm: "rsa-pss" } }, /must be one of rsa-sha256/],
    [{ bank, identity, acceptFix: "all" }, /options\.acceptFix must be a list/],
  ];
  for (const [options, named] of refused) {
    test(`are a sentence: ${named.source}`, async () => {
      assertSentence(await create(options), "createTppClient", named);
    });
  }

  test("a key that cannot be read is a sentence, and says what to do", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const encrypted = privateKey.export({
      type: "pkcs8",
      format: "pem",
      cipher: "aes-256-cbc",
      passphrase: "x",
    });
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    for (const [key, named] of [
      ["nonsense", /identity\.key is not a private key in PEM/],
      [tpp.certificatePem, /identity\.key is a certificate, not a private key/],
      [publicKey, /identity\.key is a public key/],
      [publicKey.export({ type: "spki", format: "pem" }), /identity\.key is a public key/],
      [encrypted, /identity\.key is encrypted.*openssl pkey/],
      [ec, /identity\.key is an ec key.*RSA/],
    ] as const) {
      const error = await create({ bank, identity: { certificate: tpp.certificatePem, key } });
      assert.ok(error instanceof TypeError, String(error));
      assert.match(error.message, named);
    }
  });

  test("a wrong argument of a function is a sentence", async () => {
    const functions = {
      bindCallback,
      checkCallbackBrowser,
      createSandboxClient,
      readCallback,
      readIdentityFiles,
    };
    for (const name of Object.keys(functions)) {
      for (const value of [undefined, null, 5, true, [], () => 1]) {
        const error = await errorOf(() => wrongly(functions, name, [value, "x"]));
        assertSentence(error, `${name}(${String(value)})`, new RegExp(`^${name}: \\w+`));
      }
    }
    const relative = await errorOf(() => bindCallback("callback"));
    assertSentence(relative, "bindCallback", /redirectUri must be an absolute address/);
  });
});
