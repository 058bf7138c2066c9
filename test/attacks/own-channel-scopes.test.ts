import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { AppScaMethod, createBank, type RunningBank, sandboxConfiguration } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank, countRows } from "@varde/testkit/bank";
import { aPsu } from "@varde/testkit/psu";
import { TestAuthority } from "@varde/testkit/tpp";

/** Every operation of the API, with the only scope that it needs. */
const operations = [
  ["GET", "/consents?person=person-kari", "consents:read"],
  ["GET", "/consents/x/accesses?person=person-kari", "consents:read"],
  ["DELETE", "/consents/x?person=person-kari", "consents:revoke"],
  ["GET", "/challenges?person=person-kari", "challenges:read"],
  ["POST", "/challenges/x/confirmation", "challenges:decide"],
  ["POST", "/challenges/x/refusal?person=person-kari", "challenges:decide"],
  ["GET", "/signings?person=person-kari", "signings:read"],
  ["POST", "/signings/x/challenge?person=person-kari", "signings:start"],
] as const;
const scopes = [
  "consents:read",
  "consents:revoke",
  "challenges:read",
  "challenges:decide",
  "signings:read",
  "signings:start",
] as const;

const tokenOf = (scope: string) => `token-of-${scope.replace(":", "-")}`;
const nameOf = (scope: string) => `only-${scope.replace(":", "-")}`;
/** The certificate of a channel, which is public. */
const certificate = new X509Certificate(new TestAuthority("Bank CA").issue({}).certificatePem).raw;
const hash = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

describe("A36: the API of the bank's own channels", () => {
  let bank: TestBank;
  let own: RunningBank;
  let address = "";
  const log: { readonly msg?: string; readonly reason?: string }[] = [];
  const logTo = { write: (line: string) => void log.push(JSON.parse(line)) };
  before(async () => {
    bank = await aBank({ hasBackgroundJobs: false });
    await aPsu(bank);
    const { clock, psuDirectory, storage } = bank.bank;
    const method = new AppScaMethod({
      ...{ storage, clock, psuDirectory },
      findDevice: async () => undefined,
      onFault: assert.ifError,
    });
    own = createBank({
      configuration: {
        ...sandboxConfiguration,
        ownChannels: [
          ...scopes.map((scope) => ({
            name: nameOf(scope),
            scopes: [scope],
            tokenSha256: hash(tokenOf(scope)),
          })),
          { name: "netbank", scopes, certificateSha256: hash(certificate) },
        ],
      },
      storage,
      logTo,
      ports: { ...bank.bank, scaMethod: method },
      hasBackgroundJobs: false,
    });
    own.serveChallenges(method);
    address = await own.app.listen({ host: "127.0.0.1", port: 0 });
  });
  after(async () => {
    await own.close();
    await bank.close();
  });

  const send = async (
    [method, path]: readonly [string, string, string],
    headers: Readonly<Record<string, string>>,
  ) => {
    const response = await fetch(`${address}/own-channel/v1${path}`, { method, headers });
    await response.bytes();
    return response.status;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const lastRefusal = () => log.findLast(({ msg }) => msg === "own-channel request refused");

  test("refuses a token of every other scope, logs why, and changes nothing", async () => {
    const rows = await countRows(bank);
    let refused = 0;
    for (const operation of operations) {
      for (const scope of scopes) {
        const status = await send(operation, bearer(tokenOf(scope)));
        if (scope === operation[2]) {
          assert.ok(status !== 401 && status !== 403, `${operation.join(" ")}: ${status}`);
          continue;
        }
        assert.equal(status, 403, operation.join(" "));
        const lacks = `The channel ${nameOf(scope)} lacks the scope ${operation[2]}`;
        assert.match(String(lastRefusal()?.reason), new RegExp(`^${lacks};`));
        refused += 1;
      }
    }
    assert.equal(refused, 40);
    assert.deepEqual(await countRows(bank), rows);
  });

  test("refuses what is not a token, with one text, and does not log it", async () => {
    const token = tokenOf("consents:read");
    const guesses: readonly Readonly<Record<string, string>>[] = [
      {},
      bearer(""),
      bearer(`${token}x`),
      bearer(token.slice(0, -1)),
      bearer(token.toUpperCase()),
      bearer(hash(token)),
      bearer(`${token} ${token}`),
      { authorization: `Basic ${Buffer.from(`app:${token}`).toString("base64")}` },
      { authorization: token },
      { cookie: `authorization=Bearer ${token}` },
      { "x-authorization": `Bearer ${token}` },
      // As a trusted proxy sends it, but from somebody who is not one.
      { "client-cert": `:${certificate.toString("base64")}:` },
      { "client-cert": certificate.toString("base64"), "x-forwarded-for": "127.0.0.1" },
    ];
    for (const operation of operations) {
      for (const headers of guesses) {
        assert.equal(await send(operation, headers), 401, JSON.stringify(headers));
        assert.match(String(lastRefusal()?.reason), /^Send the bearer token/);
      }
    }
    assert.ok(!JSON.stringify(log).includes(token));
  });
});
