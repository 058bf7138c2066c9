import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BanksFolder } from "@varde/testkit/server";
import { CommandLine } from "./a-command-line.ts";

const names = Array.from({ length: 10 }, (_, at) => `bank-${String(at + 1).padStart(2, "0")}`);
const broken = "bank-07";

test("varde banks shows the state of each bank, and why one has failed", async (t) => {
  using folder = new BanksFolder();
  folder.configureBank("heiane", { country: "Norge", moreHosts: ["psd2.heiane.example"] });
  folder.configureBank("lyngen", { suspended: "Back at noon." });
  const varde = new CommandLine();
  t.after(() => varde.close());
  const server = varde.start(["serve", folder.banks]);
  const [, admin = ""] = await server.written(/Health +(http:\S+)\/health\/ready/);
  const { code, stdout, stderr } = await varde.run("banks", "--admin", admin);
  assert.equal(code, 1);
  assert.match(stderr, /1 of 3 banks failed: heiane\./);
  const time = "\\d{4}-\\d\\d-\\d\\dT\\S+Z";
  assert.match(stdout, new RegExp(`^fjordvik +ready +${time} +fjordvik\\.example$`, "m"));
  assert.match(stdout, new RegExp(`^lyngen +suspended +${time} +lyngen\\.example$`, "m"));
  assert.match(
    stdout,
    /^heiane +failed +\S+ +heiane\.example psd2\.heiane\.example +\S+\.yaml line 5, .*country/m,
  );
  const json = await varde.run("banks", "--admin", admin, "--json");
  const [, heiane] = JSON.parse(json.stdout).banks;
  assert.deepEqual([heiane.bank, heiane.state], ["heiane", "failed"]);
  server.stop();
  assert.equal((await server.ended).code, 0);
  const gone = await varde.run("banks", "--admin", admin);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /cannot be reached\. Is varde serve running with a folder of banks\?/);
});

describe("commands on a folder of banks", () => {
  const folder = new BanksFolder(names);
  const config = ["--config", folder.banks];
  const varde = new CommandLine();
  const runs = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await varde.run(...words, ...config);
    return { code, stdout, stderr };
  };

  before(() => {
    // Nothing listens on this port.
    folder.write("banks/database", "postgres://varde@127.0.0.1:1/varde");
    const databaseUrl = { file: "database" };
    folder.configureBank(broken, { dataFolder: undefined, databaseUrl });
  });
  after(() => {
    varde.close();
    folder[Symbol.dispose]();
  });

  test("migrate migrates 9 of 10 banks although one is broken, and prints a table", async () => {
    const missing = await runs("migrate", "--check", "--bank", "bank-01");
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /The database lacks migrations/);
    const { code, stdout, stderr } = await runs("migrate", "--production");
    assert.equal(code, 1);
    assert.match(stderr, /1 of 10 banks failed: bank-07\./);
    const table = stdout.slice(stdout.indexOf("BANK ")).trimEnd().split("\n").slice(1);
    assert.equal(table.length, 10);
    for (const [at, row] of table.entries()) {
      const name = names[at] ?? "";
      const result = name === broken ? "failed: .*127\\.0\\.0\\.1:1" : "\\d+ migrations done";
      assert.match(row, new RegExp(`^${name} +${result}`));
    }
    const again = await varde.run("migrate", "--json", ...config);
    assert.equal(again.code, 1);
    const { banks } = JSON.parse(again.stdout);
    assert.deepEqual(banks[0], { bank: "bank-01", result: { done: [], contract: [] } });
    assert.match(banks[6].error, /127\.0\.0\.1:1/);
    assert.equal(banks.length, 10);
    // The other tests need fewer.
    for (const name of names.splice(8)) folder.removeBank(name);
  });

  test("--bank works on one bank, and reports the fault of its file", async () => {
    const { code, stdout } = await runs("migrate", "--check", "--bank", "bank-02");
    assert.deepEqual([code, stdout], [0, "No migration is missing.\n"]);
    folder.configureBank("bank-06", { country: "Norge" });
    const fault = await runs("kpi", "downtime", "--bank", "bank-06");
    assert.equal(fault.code, 1);
    assert.match(fault.stderr, /bank-06\.yaml line 5, column \d+: country must be/);
    folder.configureBank("bank-06");
  });

  test("kpi plans downtime at every bank, and lists that of one", async () => {
    const times = ["--from", "2026-10-25T04:00", "--to", "2026-10-25T05:00", "--reason", "move"];
    const added = await runs("kpi", "downtime", "add", ...times, "--all");
    assert.equal(added.code, 1);
    assert.match(added.stdout, /^bank-06 +done$/m);
    assert.match(added.stdout, /^bank-07 +failed: /m);
    const listed = await runs("kpi", "downtime", "--bank", "bank-05");
    assert.match(listed.stdout, /2026-10-25 04:00:00 .* move\n$/);
    const removed = await runs("kpi", "downtime", "remove", "x", "--all");
    assert.equal(removed.code, 2);
    assert.match(removed.stderr, /name the bank with --bank; the folder has bank-01, bank-02,/);
  });

  test("kpi report writes a file for each bank, and refuses one file for all", async () => {
    const report = ["kpi", "report", "--quarter", "2026-Q4", "--all", "--html"];
    const refused = await runs(...report, "kpi.html");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /with --all, put \{bank\} into --html/);
    assert.equal((await runs(...report, "kpi-{bank}.html")).code, 1);
    const page = (name: string) => join(varde.folder, `kpi-${name}.html`);
    assert.match(readFileSync(page("bank-03"), "utf8"), /Bank-03 Sparebank/);
    const written = names.filter((name) => existsSync(page(name)));
    assert.deepEqual(
      written,
      names.filter((name) => name !== broken),
    );
  });

  test("audit verify checks every bank, each with its own anchors of one file", async () => {
    const whole = await runs("audit", "verify", "--all");
    assert.equal(whole.code, 1);
    assert.match(whole.stdout, /^bank-01 +intact, 0 seals$/m);
    assert.match(whole.stdout, /^bank-07 +failed: /m);
    const hash = "A".repeat(43);
    const anchor = (name: string) =>
      `varde-audit-anchor 1 ${hash} 2026-11-01T00:00:00.000Z unsigned ${name}\n`;
    writeFileSync(join(varde.folder, "anchors.txt"), anchor("bank-02"));
    const cut = await runs("audit", "verify", "--bank", "bank-02", "--anchors", "anchors.txt");
    assert.equal(cut.code, 1);
    assert.match(cut.stdout, /The audit was changed/);
    const other = await runs("audit", "verify", "--bank", "bank-03", "--anchors", "anchors.txt");
    assert.equal(other.code, 1);
    assert.match(other.stderr, /anchors\.txt has no line of varde audit anchor for bank-03/);
    const shared = await runs("audit", "verify", "--all", "--seal", `1:${hash}`);
    assert.equal(shared.code, 2);
  });

  test("person works on the named bank only", async () => {
    const unnamed = await runs("person", "export", "7d1e");
    assert.equal(unnamed.code, 2);
    assert.match(unnamed.stderr, /name the bank with --bank; the folder has bank-01/);
    const { code, stderr } = await runs("person", "export", "7d1e", "--bank", "bank-01");
    assert.equal(code, 1);
    assert.match(stderr, /No TPP has used this bank yet/);
  });

  test("config names the file that each value comes from", async () => {
    folder.configureDefaults({ country: "SE", strictness: "strict" });
    folder.configureBank("bank-04", { country: "NO" });
    const { stdout } = await runs("config", "--bank", "bank-04");
    assert.match(stdout, /^country +\S+bank-04\.yaml +NO$/m);
    assert.match(stdout, /^strictness +\S+defaults\.yaml +strict$/m);
    assert.match(stdout, /^logTo +\S+installation\.yaml +none$/m);
    assert.match(stdout, /^linkForm +default +from-base/m);
    folder.configureDefaults();
    folder.configureBank("bank-04");
  });

  test("lists the banks if none, or an unknown one, is named", async () => {
    const none = await runs("audit", "verify");
    assert.equal(none.code, 2);
    assert.match(none.stderr, /--bank, or all of them with --all; the folder has bank-01, bank-02/);
    const unknown = await runs("audit", "verify", "--bank", "bank-1");
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /unknown bank "bank-1"; did you mean bank-01\?/);
    const both = await runs("audit", "verify", "--bank", "bank-01", "--all");
    assert.match(both.stderr, /give --bank or --all, not both/);
    const file = await varde.run("audit", "verify", "--bank", "bank-01");
    assert.equal(file.code, 2);
    assert.match(file.stderr, /--bank needs --config with a folder of banks/);
  });

  test("serve --check reports the faults of every bank, and starts nothing", async () => {
    const valid = await varde.run("serve", "--check", folder.banks);
    assert.equal(valid.code, 0, valid.stderr);
    assert.match(valid.stdout, /is valid: 8 banks\./);
    folder.configureBank("bank-05", { country: "Norge" });
    folder.configureBank("bank-06", { publicUrl: "https://bank-08.example" });
    const { code, stderr } = await varde.run("serve", "--check", folder.banks);
    assert.equal(code, 1);
    assert.match(stderr, /bank-05\.yaml line 5/);
    assert.match(stderr, /bank-06\.yaml.*bank-08\.example/);
  });
});
