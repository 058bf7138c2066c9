import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { formatCertificatePem } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { freshDatabase } from "@varde/testkit/postgres";
import { aPsu, ola } from "@varde/testkit/psu";
import { run, sql } from "@varde/testkit/storage";
import { CommandLine } from "./a-command-line.ts";

const parseLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON
    .map((line): any => JSON.parse(line));

/** Opens a bank that Kari and Ola use, and a command line that has the same settings. */
const openPlace = async (engine: "sqlite" | "postgres") => {
  await using stack = new AsyncDisposableStack();
  const database = engine === "postgres" ? stack.use(await freshDatabase()) : undefined;
  const varde = new CommandLine(undefined, database && { DATABASE_URL: database.url });
  stack.defer(() => varde.close());
  const folder = join(varde.folder, ".varde");
  mkdirSync(folder);
  const location =
    database === undefined
      ? ({ engine: "sqlite", folder } as const)
      : ({ engine: "postgres", url: database.url } as const);
  const bank = stack.use(await aBank({ location }));
  const kari = await aPsu(bank);
  const [account] = (await kari.get("/v1/accounts")).json.accounts;
  await kari.get(`/v1/accounts/${account.resourceId}/balances`);
  await (await aPsu(bank, ola)).get("/v1/accounts");
  await bank.bank.audit?.flush();
  await bank.bank.audit?.seal();
  const signed = await bank.bank.responseSigner?.sign(Buffer.from("?"));
  const pem = formatCertificatePem(signed?.certificate.der ?? Buffer.alloc(0));
  writeFileSync(join(varde.folder, "seal.pem"), pem);
  const opened = stack.move();
  return {
    varde,
    bank,
    accountId: account.resourceId as string,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

for (const engine of ["sqlite", "postgres"] as const) {
  describe(`varde audit on ${engine}, while the bank runs`, () => {
    test("verifies, searches and exports, and compares a seal that was noted", async () => {
      await using place = await openPlace(engine);
      const { varde, accountId } = place;
      const intact = await varde.run("audit", "verify", "--certificate", "seal.pem");
      assert.equal(intact.code, 0, intact.stdout + intact.stderr);
      assert.match(
        intact.stdout,
        /^\d+ entries in 1 chain, \d+ seals?\.\nLast seal: \d+:\S{43}\nThe audit is intact\.\n$/,
      );

      const found = await varde.run("audit", "search", "--account", accountId, "--json");
      const accesses = parseLines(found.stdout);
      const readings = accesses.map(({ operation, status }) => `${operation} ${status}`);
      assert.ok(readings.includes("readBalances 200") && readings.includes("listAccounts 200"));
      const [{ person, tpp, certificate }] = accesses;
      assert.equal(certificate.fingerprint.length, 64);
      const ofKari = parseLines(
        (await varde.run("audit", "search", "--person", person, "--json")).stdout,
      );
      assert.deepEqual([...new Set(ofKari.map((access) => access.person))], [person]);
      const ofTpp = await varde.run("audit", "search", "--tpp", tpp, "--from", "2026-01-01");
      assert.match(ofTpp.stdout, /^\S+Z {2}200 {2}listAccounts {2}.* accounts .* request \S+$/m);
      const none = await varde.run("audit", "search", "--until", "2026-01-01T12:00Z");
      assert.equal(none.stdout, "");

      const exported = parseLines((await varde.run("audit", "export")).stdout);
      assert.equal(exported.at(-1).type, "seal");
      const noted = ["--seal", `1:${"A".repeat(43)}`];
      const replaced = await varde.run("audit", "verify", "--certificate", "seal.pem", ...noted);
      assert.equal(replaced.code, 1);
      assert.match(
        replaced.stdout,
        /^seal 1 \(.*Z\): It is not the seal that was noted\.\nThe audit was changed\.$/m,
      );
    });

    test("verifies signatures, prints an anchor and compares it and the log", async () => {
      await using place = await openPlace(engine);
      const { varde, bank } = place;
      const unknown = await varde.run("audit", "verify");
      assert.equal(unknown.code, 1);
      assert.match(
        unknown.stdout,
        /^seal 1 .*: It is signed with the key \S{43}, which is not known/m,
      );
      const { stdout: line } = await varde.run("audit", "anchor");
      assert.match(line, /^varde-audit-anchor \d+ \S{43} \S+Z \S{43}\n$/);
      writeFileSync(join(varde.folder, "anchors.txt"), line);
      // What an anchor covers needs no key.
      const anchored = await varde.run("audit", "verify", "--anchors", "anchors.txt");
      assert.equal(anchored.code, 0, anchored.stdout + anchored.stderr);
      assert.match(anchored.stdout, /^1 anchor compared\.$/m);
      await (await aPsu(bank, ola)).get("/v1/accounts");
      await bank.bank.audit?.flush();
      await bank.bank.audit?.seal();
      const [, text, hash] = (await varde.run("audit", "anchor")).stdout.split(" ");
      const number = Number(text);
      const logged = { level: 30, seal: number, hash, msg: "audit sealed" };
      writeFileSync(join(varde.folder, "bank.log"), `{"msg":"x"}\n${JSON.stringify(logged)}\n`);
      // Somebody cuts the last seal off, and what it covers.
      await bank.storage.write(() =>
        run(
          sql`delete from audit_seal where number = ${number}`,
          sql`update audit_chain set head_number = ${number - 1}, head_hash = (
            select hash from audit_seal where number = ${number - 1}) where chain_id = 0`,
        ),
      );
      const cut = ["audit", "verify", "--anchors", "bank.log", "--certificate", "seal.pem"];
      assert.match((await varde.run(...cut)).stdout, /^seal \d+: It is missing\.$/m);
      const refusals = [
        ["--seal", "1", /--seal must be NUMBER:HASH, not "1"/],
        [
          "--anchors",
          "none",
          /--anchors: none cannot be read; to make it, run varde audit anchor >> none\./,
        ],
        ["--anchors", "seal.pem", /--anchors: seal.pem has no line of varde audit anchor/],
        ["--certificate", "bank.log", /--certificate: bank.log is not a certificate in PEM/],
      ] as const;
      for (const [option, value, reason] of refusals) {
        const refused = await varde.run("audit", "verify", option, value);
        assert.equal(refused.code, 2);
        assert.match(refused.stderr, reason);
      }
      const uncompared = await varde.run("audit", "verify", "--certificate", "seal.pem");
      assert.equal(uncompared.code, 0, uncompared.stdout);
    });
  });
}

test("varde audit says which option or database is wrong", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const cases = [
    [["audit"], 2, /add one of verify, anchor, search, export/],
    [["audit", "verify"], 1, /The data folder \S+\.varde has no database of a bank\./],
    [["audit", "search", "--from", "yesterday"], 2, /--from must be a day or a time/],
    [["audit", "export", "--tpp", "x"], 2, /audit export has no --tpp; use audit search --json/],
  ] as const;
  for (const [words, code, pattern] of cases) {
    const ended = await varde.run(...words);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, pattern);
  }
});

test("varde audit anchor says when a new bank gets its first seal", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const folder = join(varde.folder, ".varde");
  mkdirSync(folder);
  await using _bank = await aBank({ location: { engine: "sqlite", folder } });
  const { code, stderr } = await varde.run("audit", "anchor");
  assert.equal(code, 1);
  assert.match(stderr, /no seal yet\. .* within a minute after a TPP has accessed an account\./);
});
