import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aPsu, redirectUri } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";

describe("invalid requests to the control API", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank({ hasBackgroundJobs: false });
    await bank.clock.read();
  });
  after(() => bank.close());

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${bank.addresses.http}/control/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const json = response.status === 204 ? {} : ((await response.json()) as { text?: string });
    return { status: response.status, text: json.text ?? "" };
  };
  /** Asserts that the request is refused with one sentence. */
  const assertRefused = async (
    [method, path, body]: readonly [method: string, path: string, body?: unknown],
    reason: RegExp,
  ): Promise<void> => {
    const { status, text } = await call(method, path, body);
    assert.equal(status, 400, `${JSON.stringify(body)} ${text}`);
    assert.match(text, reason);
    assert.match(text, /[^.]\.$/, "a sentence ends with one full stop");
  };

  test("a time out of bounds is refused with the bounds", async () => {
    const lastYear = new Date().getUTCFullYear() + 10;
    const bounds = new RegExp(`between 2015-01-01 and ${lastYear}-.*10 years ahead`);
    const times = [
      "9999-12-31T00:00:00Z",
      "2014-12-31T23:59:59Z",
      `${lastYear + 1}-01-01T00:00:00Z`,
    ];
    for (const now of times) await assertRefused(["PUT", "/clock", { now }], bounds);
    await call("PUT", "/clock", { now: `${lastYear - 1}-06-01T00:00:00Z` });
    await assertRefused(["POST", "/clock/advance", { by: "P3Y" }], bounds);
    assert.equal((await call("GET", "/batches")).status, 200);
    await call("PUT", "/clock", { now: "2015-01-01T00:00:00Z" });
    assert.equal((await call("GET", "/batches")).status, 200);
    await call("DELETE", "/clock");
    const world = JSON.parse(await bank.snapshots.export());
    const far = { ...world, clock: { epoch: 0, fixedAt: 8_640_000_000_000_000, offsetMs: 0 } };
    await assertRefused(["PUT", "/world", far], bounds);
  });

  test("a time needs seconds, a zone and an existing day", async () => {
    const times = [
      ...["2026-02-30T00:00:00Z", "Nov 16 2026", "2026-11-16", "2026-11-16T05:00:00"],
      ...["+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z", "noon"],
    ];
    for (const now of times) {
      await assertRefused(
        ["PUT", "/clock", { now }],
        /is not a time; write a time with .* its zone/,
      );
    }
    await assertRefused(["PUT", "/clock", { now: "" }], /^now is empty; write/);
  });

  test("an invalid duration is refused with the reason", async () => {
    const advance = (by: unknown, reason: RegExp) =>
      assertRefused(["POST", "/clock/advance", { by }], reason);
    await advance(1.5, /1\.5 is not a whole number of milliseconds/);
    await advance(-1, /can only be advanced forwards; to go back, set it/);
    await advance("P9Y", /by at most 3 years/);
    await advance("", /by is empty/);
    await advance("yesterday", /yesterday is not a duration/);
  });

  test("an unknown field is refused with the list of known fields", async () => {
    const effect = { code: "FORBIDDEN" };
    await assertRefused(
      ["POST", "/scenarios", { operation: "readBalances", effect }],
      /^operation is not a field of the body; it belongs in match\.$/,
    );
    await assertRefused(
      ["POST", "/scenarios", { on: "readBalances", effect }],
      /^on is not a field of the body; its fields are: name, match, nth, times, effect, world\.$/,
    );
    await assertRefused(
      ["POST", "/scenarios", { match: { path: "/v1/accounts" }, effect }],
      /^path is not a field of match; its fields are: operation, tpp, amount, account, query\.$/,
    );
    await assertRefused(
      ["PUT", "/clock", { nwo: "2026-11-16" }],
      /^nwo .* fields are: now, motion/,
    );
    await assertRefused(["POST", "/batches", { kind: "all" }], /^kind .* fields are: world\.$/);
    assert.deepEqual(await bank.scenarios.list(), []);
    const [world] = await bank.listWorlds();
    assert.equal((await call("POST", "/batches", { world: world?.worldId })).status, 200);
  });

  test("an account to select is given by its id, BBAN or IBAN, and nothing else", async () => {
    const tpp = aTpp(bank);
    const accounts = async (names: readonly string[]) => {
      const headers = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
      const asked = await tpp.send({ path: "/v1/accounts", headers });
      const scaRedirect = asked.json._links.scaRedirect.href;
      const { customerNumber } = dataSet.people.kari;
      return { scaRedirect, customerNumber, decision: "approve", accounts: names };
    };
    const { current, savings } = dataSet.people.kari;
    const wrong = await accounts([savings.iban, "kari-curent"]);
    await assertRefused(["POST", "/sca", wrong], /kari-curent, .* not offered; .* kari-current \(/);
    const right = await accounts([savings.iban, current.bban]);
    assert.equal((await call("POST", "/sca", right)).status, 200);
    const psu = await aPsu(bank, {
      customerNumber: right.customerNumber,
      accounts: [savings.iban],
    });
    const listed = (await psu.get("/v1/accounts")).json.accounts;
    assert.deepEqual(
      listed.map(({ bban }: { bban: string }) => bban),
      [savings.bban],
    );
  });

  test("an unknown path gets a refusal in the control API's format", async () => {
    for (const method of ["GET", "POST"]) {
      const { status, text } = await call(method, "/clocks?secret=1");
      assert.equal(status, 404);
      assert.match(text, new RegExp(`^Unknown operation ${method} /control/v1/clocks; .*\\.$`));
    }
  });

  test("an invalid number is refused with the allowed range", async () => {
    const path = "/accounts/kari-current/history";
    await assertRefused(["POST", path, { transactions: -1 }], /give a whole number from 1 to/);
  });

  test("a snapshot needs a name that its path can contain", async () => {
    const save = (name: string) => ["POST", "/snapshots", { name }] as const;
    const names = [".", "..", "__proto__", ".hidden", "-x", "a/b", "a b", "", "å", "x".repeat(65)];
    for (const name of names) await assertRefused(save(name), /^name .*letter or digit/);
    for (const name of ["constructor", "toString", "1.a_b-c"]) {
      assert.equal((await call(...save(name))).status, 201, name);
      assert.equal((await call("POST", `/snapshots/${name}/restore`)).status, 204, name);
      assert.equal((await call("DELETE", `/snapshots/${name}`)).status, 204, name);
    }
  });

  test("a body over the limit of its operation is refused with the limit", async () => {
    const name = "x".repeat(1024 * 1024);
    const { status, text } = await call("POST", "/snapshots", { name });
    assert.equal(status, 413, text);
    assert.match(text, /at most 1048576 bytes/);
    const world = await call("PUT", "/world", { format: "x".repeat(32 * 1024 * 1024) });
    assert.equal(world.status, 413, world.text);
    assert.match(world.text, /at most 33554432 bytes/);
  });

  test("a TPP that is named as the world of another does not hide it", async () => {
    const [world] = await bank.listWorlds();
    const { certificatePem } = await bank.authority.issueTppCertificate({
      name: world?.worldId ?? "",
      organisationNumber: "310000077",
      roles: ["PSP_AI"],
      kind: "working",
    });
    assert.equal((await call("POST", "/worlds/find", { certificate: certificatePem })).status, 200);
    const clock = await call("GET", `/clock?world=${world?.worldId}`);
    assert.equal(clock.status, 200, clock.text);
    assert.equal(
      (await call("DELETE", `/worlds/${(await bank.listWorlds())[1]?.worldId}`)).status,
      204,
    );
  });

  test("an incomplete snapshot is refused", async () => {
    const world = JSON.parse(await bank.snapshots.export());
    await assertRefused(["PUT", "/world", { ...world, tables: {} }], /has no table \w+/);
    const { payment, ...tables } = world.tables;
    await assertRefused(["PUT", "/world", { ...world, tables }], /has no table payment/);
    const clock = { ...world.clock, epoch: -5 };
    await assertRefused(
      ["PUT", "/world", { ...world, clock }],
      /clock in the snapshot is malformed/,
    );
    assert.equal(JSON.stringify(JSON.parse(await bank.snapshots.export())), JSON.stringify(world));
  });
});
