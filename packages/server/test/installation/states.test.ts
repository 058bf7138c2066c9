import assert from "node:assert/strict";
import { closeSync, openSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { bankMigrations, ConfigurationRefused } from "@varde/bank";
import { freshDatabase, runOnServer } from "@varde/testkit/postgres";
import { BanksFolder } from "@varde/testkit/server";
import { migrateStorage } from "@varde/testkit/storage";
import { RawTpp } from "@varde/testkit/tpp";
import { anInstallation, type TestInstallation } from "./an-installation.ts";
import { pay } from "./payment-load.ts";

const ofPostgres = (variable: string) => ({
  dataFolder: undefined,
  databaseUrl: { env: variable },
});

const openTpp = ({ addresses }: TestInstallation, folder: BanksFolder): RawTpp => {
  const tpp = new RawTpp(addresses.http ?? "", folder.tpp);
  tpp.responsesAreDocumented = false;
  return tpp;
};

const again = "unreachable bank failed";

/** Lets nobody connect to a database, or everybody again. */
const allowConnections = async (url: string, areAllowed: boolean): Promise<void> => {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  await runOnServer(server.href, `alter database ${name} with allow_connections ${areAllowed}`);
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await runOnServer(server.href, end);
};

const stateOf = (installation: TestInstallation, bank: string) =>
  installation.banks().find((each) => each.bank === bank);

describe("the state of each bank of a folder", () => {
  test("banks that cannot be opened fail, the others serve, and each is tried again", async () => {
    await using database = await freshDatabase();
    const names = ["fjordvik", "invalid", "unreachable", "unmigrated", "twin-a", "twin-b"];
    using folder = new BanksFolder(names);
    folder.configureBank("invalid", { country: "Norway" });
    folder.configureBank("unreachable", ofPostgres("NOWHERE"));
    folder.configureBank("unmigrated", ofPostgres("EMPTY"));
    folder.configureBank("twin-b", { bankId: "twin-a" });
    const environment = { NOWHERE: "postgres://varde@127.0.0.1:1/x", EMPTY: database.url };
    await using installation = await anInstallation(folder, environment);
    const tpp = openTpp(installation, folder);
    const failedAt = stateOf(installation, "unreachable")?.since;
    const expected: readonly (readonly [string, RegExp])[] = [
      ["invalid", /invalid\.yaml line 5, column 1: country must be/],
      ["unreachable", /./],
      ["unmigrated", /varde migrate --production/],
      ["twin-a", /twin-a\.yaml line 1, .*twin-b\.yaml has too/],
      ["twin-b", /twin-b\.yaml line 1, .*twin-a\.yaml has too/],
    ];
    for (const [bank, fault] of expected) {
      assert.equal(stateOf(installation, bank)?.state, "failed", bank);
      assert.match(stateOf(installation, bank)?.faults.join("\n") ?? "", fault);
      const { status, headers, json } = await pay(tpp, bank);
      assert.equal(status, 503, bank);
      assert.match(String(headers["retry-after"]), /^[1-9]\d?$/);
      assert.equal(json.tppMessages[0].code, "SYSTEM_ERROR");
      const logged = installation.lines.find((line) => line.bank === bank && line.faults);
      assert.match(JSON.stringify(logged), /bank failed/);
    }
    assert.equal((await pay(tpp, "fjordvik")).status, 201);
    // Files are read again by each attempt.
    folder.configureBank("invalid");
    folder.configureBank("twin-b");
    folder.configureBank("unmigrated", { ...ofPostgres("EMPTY"), migrate: true });
    for (const bank of ["invalid", "unmigrated", "twin-a", "twin-b"]) {
      await installation.until(bank, "ready");
      assert.equal((await pay(tpp, bank)).status, 201, bank);
    }
    assert.equal((await pay(tpp, "unreachable")).status, 503);
    await installation.until("unreachable", "failed");
    const failures = installation.lines.filter(({ bank, msg }) => `${bank} ${msg}` === again);
    assert.ok(failures.length > 1, "the bank was tried again");
    assert.equal(stateOf(installation, "unreachable")?.since, failedAt, "since it failed first");
  });

  test("operators see that the database of an open bank is away, until it returns", async () => {
    await using database = await freshDatabase();
    using folder = new BanksFolder();
    folder.configureBank("heiane", { ...ofPostgres("OWN"), migrate: true });
    await using installation = await anInstallation(folder, { OWN: database.url });
    const readFaults = async () => {
      const response = await fetch(`${installation.addresses.admin}/health/banks`);
      const { banks } = await response.json();
      return banks.map(({ bank, state, faults }: Record<string, string>) => [bank, state, faults]);
    };
    const [fjordvik, heiane] = [
      ["fjordvik", "ready", []],
      ["heiane", "ready", []],
    ];
    assert.deepEqual(await readFaults(), [fjordvik, heiane]);
    await allowConnections(database.url, false);
    const away = ["heiane", "ready", ["The database does not respond."]];
    assert.deepEqual(await readFaults(), [fjordvik, away]);
    await allowConnections(database.url, true);
    assert.deepEqual(await readFaults(), [fjordvik, heiane]);
  });

  test("a changed bank that cannot be opened is tried again, and the old one serves", async () => {
    await using database = await freshDatabase();
    await using nextDatabase = await freshDatabase();
    using folder = new BanksFolder(["fjordvik"]);
    folder.configureBank("heiane", { ...ofPostgres("OLD"), migrate: true });
    const environment = { OLD: database.url, NEXT: nextDatabase.url };
    await using installation = await anInstallation(folder, environment);
    const tpp = openTpp(installation, folder);
    const readPage = async () =>
      (await tpp.exchange("GET", "/x", { Host: "heiane.example", Accept: "text/html" })).text;
    folder.configureBank("heiane", { ...ofPostgres("NEXT"), bankName: "Ny Heiane" });
    await installation.reload();
    assert.equal(stateOf(installation, "heiane")?.state, "ready");
    assert.match(stateOf(installation, "heiane")?.faults.join() ?? "", /varde migrate/);
    assert.match(await readPage(), /Heiane Sparebank/);
    assert.equal((await pay(tpp, "heiane")).status, 201);
    const location = { engine: "postgres", url: nextDatabase.url } as const;
    await migrateStorage({ location, migrations: bankMigrations });
    while (!/Ny Heiane/.test(await readPage())) {
      assert.equal((await pay(tpp, "heiane")).status, 201);
    }
    assert.deepEqual(stateOf(installation, "heiane")?.faults, []);
    assert.equal((await pay(tpp, "heiane")).status, 201);
  });

  test("a folder in which every bank is invalid is refused with all faults", async () => {
    using folder = new BanksFolder();
    folder.configureBank("fjordvik", { country: "Norway" });
    folder.configureBank("heiane", { strictness: "very" });
    await assert.rejects(anInstallation(folder), (error) => {
      assert(error instanceof ConfigurationRefused);
      return /fjordvik\.yaml .*country.*\n.*heiane\.yaml .*strictness/.test(error.message);
    });
  });

  test("a database that can no longer be trusted fails its bank only", async () => {
    using folder = new BanksFolder();
    await using installation = await anInstallation(folder);
    const tpp = openTpp(installation, folder);
    assert.equal((await pay(tpp, "heiane")).status, 201);
    breakFiles(join(folder.banks, "heiane/data"));
    assert.equal((await pay(tpp, "heiane")).status, 503);
    await installation.until("heiane", "failed");
    assert.match(stateOf(installation, "heiane")?.faults.join() ?? "", /I\/O/);
    assert.equal((await pay(tpp, "heiane")).status, 503);
    assert.equal((await pay(tpp, "fjordvik")).status, 201);
    // The next attempt recovers the database.
    await installation.until("heiane", "ready");
    assert.equal((await pay(tpp, "heiane")).status, 201);
  });

  test("a suspended bank refuses requests and pages, and counts them as downtime", async () => {
    using folder = new BanksFolder();
    await using installation = await anInstallation(folder);
    const tpp = openTpp(installation, folder);
    const created = await pay(tpp, "heiane");
    const { pathname } = new URL(created.json._links.scaRedirect.href);
    folder.configureBank("heiane", { suspended: "Closed until 18:00." });
    await installation.reload();
    assert.equal(stateOf(installation, "heiane")?.state, "suspended");
    const refused = await pay(tpp, "heiane");
    assert.equal(refused.status, 503);
    assert.equal(refused.headers["retry-after"], "300");
    assert.equal(refused.json.tppMessages[0].text, "Closed until 18:00.");
    const page = await tpp.exchange("GET", pathname, { Host: "heiane.example" });
    assert.equal(page.status, 503);
    assert.match(page.text, /Closed for a while/);
    const health = await tpp.exchange("GET", "/health/ready", { Host: "heiane.example" });
    assert.deepEqual([health.status, health.json.status], [503, "the bank is suspended"]);
    assert.equal((await pay(tpp, "fjordvik")).status, 201);
    folder.configureBank("heiane");
    await installation.reload();
    assert.equal(stateOf(installation, "heiane")?.state, "ready");
    assert.equal((await tpp.exchange("GET", pathname, { Host: "heiane.example" })).status, 200);
  });

  test("every line of the log about a bank names the bank", async () => {
    using folder = new BanksFolder();
    const installation = await anInstallation(folder);
    const tpp = openTpp(installation, folder);
    await pay(tpp, "heiane");
    await tpp.exchange("GET", "/v1/unknown", { Host: "fjordvik.example" });
    await installation.close();
    const named = installation.lines.map(({ bank, operation, msg }) => [bank, operation ?? msg]);
    assert(
      named.every(([bank]) => bank === "heiane" || bank === "fjordvik"),
      JSON.stringify(named),
    );
    assert.deepEqual(
      named.filter(([, what]) => what === "createPayment" || what === "no such operation"),
      [
        ["heiane", "createPayment"],
        ["fjordvik", "no such operation"],
      ],
    );
  });
});

/** Makes every write to the open log of a folder's database fail, as a broken disk does. */
const breakFiles = (folder: string): void => {
  const readOnly = join(folder, "read-only");
  writeFileSync(readOnly, "");
  for (const descriptor of readdirSync("/proc/self/fd").map(Number)) {
    let path = "";
    try {
      path = readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      continue;
    }
    if (!path.startsWith(folder) || !path.endsWith("-wal")) continue;
    closeSync(descriptor);
    // Takes the number that has just become free.
    assert.equal(openSync(readOnly, "r"), descriptor);
  }
};
