import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { verifyAudit } from "@varde/bank";
import { readKpiReport } from "@varde/bank/kpi";
import { openStorage } from "@varde/storage";
import { findQuarter } from "@varde/testkit/bank";
import { freshDatabase } from "@varde/testkit/postgres";
import { BanksFolder, databaseVariable } from "@varde/testkit/server";
import { RawTpp, TestAuthority } from "@varde/testkit/tpp";
import { anInstallation, openConnection } from "./an-installation.ts";
import { PaymentLoad } from "./payment-load.ts";

const names = ["fjordvik", "heiane", "lyngen"];

describe("a folder of banks that is read again", () => {
  test("replaces a changed bank under load without losing a request", async () => {
    await using banks = await openBanks([...names, "added"]);
    for (const name of names) banks.configure(name);
    const { installation, tpp } = await banks.start();
    const load = new PaymentLoad(tpp, names);
    await load.untilServed(3);
    for (const bankName of ["Heiane Bank", "Ny Heiane"]) {
      banks.configure("heiane", { bankName });
      await installation.reload();
      await load.untilServed(3);
    }
    banks.configure("added");
    await installation.reload();
    await load.untilServed(3);
    await load.stop();
    const replaced = installation.lines.filter(({ msg }) => msg === "bank replaced");
    assert.deepEqual(
      replaced.map(({ bank }) => bank),
      ["heiane", "heiane"],
    );
    const page = await tpp.exchange("GET", "/none", {
      Host: "heiane.example",
      Accept: "text/html",
    });
    assert.match(page.text, /Ny Heiane/);
    const added = await tpp.exchange("GET", "/health/ready", { Host: "added.example" });
    assert.equal(added.status, 200);
    await installation.close();
    for (const name of names) {
      const all = load.list(name);
      const failed = all.filter((status) => status !== 201);
      assert.deepEqual(failed, [], `${failed.length} of ${all.length} requests to ${name}`);
      const { audit, requests, errors, downtimes } = await readStored(banks.urlOf(name));
      assert.deepEqual([audit.faults, audit.entries], [[], all.length], name);
      // A gap between the old and the new bank would be downtime.
      assert.deepEqual([requests, errors, downtimes], [all.length, 0, []], name);
    }
  });

  test("counts a suspended bank as down from its first refusal, and the others as up", async () => {
    await using banks = await openBanks(names);
    for (const name of names) banks.configure(name);
    const { installation, tpp } = await banks.start();
    const load = new PaymentLoad(tpp, names);
    await load.untilServed(3);
    const suspendedAt = Date.now();
    banks.configure("heiane", { suspended: "Closed until 18:00." });
    await installation.reload();
    await load.untilServed(10);
    // Periods are counted in whole seconds, so that a shorter one could be none.
    await setTimeout(2_100);
    const resumedAt = Date.now();
    banks.configure("heiane");
    await installation.reload();
    await load.untilServed(3);
    await load.stop();
    await installation.close();
    for (const name of ["fjordvik", "lyngen"]) {
      const all = load.list(name);
      assert.deepEqual(new Set(all), new Set([201]), name);
      const { requests, errors, downtimes } = await readStored(banks.urlOf(name));
      assert.deepEqual([requests, errors, downtimes], [all.length, 0, []], name);
    }
    const all = load.list("heiane");
    const refused = all.filter((status) => status === 503).length;
    assert.equal(all.filter((status) => status === 201).length, all.length - refused);
    const { audit, requests, errors, downtimes } = await readStored(banks.urlOf("heiane"));
    assert.deepEqual(audit.faults, []);
    assert.deepEqual([requests, errors], [all.length, refused]);
    const ofInterface = downtimes.filter(({ service }) => service === undefined);
    assert.deepEqual(
      ofInterface.map(({ cause }) => cause),
      ["unanswered requests"],
    );
    // The bank refuses until the second reload is over.
    const [{ from, to } = assert.fail()] = ofInterface;
    const found = JSON.stringify({ suspendedAt, from, resumedAt, to });
    assert(from > suspendedAt - 1_000 && from < to && to > resumedAt - 1_000, found);
  });

  test("finishes the request in flight of a removed bank, whose host is then unknown", async () => {
    using folder = new BanksFolder();
    await using installation = await anInstallation(folder);
    const { http = "" } = installation.addresses;
    await using slow = await openConnection(http);
    await using kept = await openConnection(http);
    const live = ["GET /health/live HTTP/1.1", "Host: heiane.example"];
    assert.equal((await kept.send(...live)).status, 200);
    // The body of this request has not arrived when the bank is removed.
    const head = ["POST /v1/consents HTTP/1.1", "Host: heiane.example", "Content-Length: 2"];
    slow.write(...head, "", "{");
    await setTimeout(100);
    folder.removeBank("heiane");
    await installation.reload();
    assert.deepEqual(
      installation.banks().map(({ bank }) => bank),
      ["fjordvik"],
    );
    assert.equal((await kept.send(...live)).status, 421);
    assert.equal((await slow.send("}")).status, 400);
  });

  test("keeps a bank if its changed file is refused, or another file claims its host", async () => {
    using folder = new BanksFolder();
    await using installation = await anInstallation(folder);
    const { http = "" } = installation.addresses;
    await using connection = await openConnection(http);
    const page = async (host: string) =>
      (await connection.send("GET /x HTTP/1.1", "Accept: text/html", `Host: ${host}`)).text;
    folder.configureBank("heiane", { country: "Norway", bankName: "Changed" });
    folder.configureBank("thief", { publicUrl: "https://fjordvik.example" });
    await installation.reload();
    assert.match(await page("heiane.example"), /Heiane Sparebank/);
    assert.match(await page("fjordvik.example"), /Fjordvik Sparebank/);
    const states = installation.banks().map(({ bank, state, faults }) => [bank, state, faults[0]]);
    assert.deepEqual(
      states.map(([bank, state]) => [bank, state]),
      [
        ["fjordvik", "ready"],
        ["heiane", "ready"],
        ["thief", "failed"],
      ],
    );
    assert.match(String(states[1]?.[2]), /heiane\.yaml line 5, column 1: country must be/);
    assert.match(String(states[2]?.[2]), /thief\.yaml line 3, .*fjordvik\.yaml has too/);
    folder.configureInstallation({ prot: 1 });
    folder.configureBank("heiane", { bankName: "Changed" });
    await installation.reload();
    assert.match(await page("heiane.example"), /Heiane Sparebank/);
  });

  test("shows a renewed certificate on new connections without a new start", async () => {
    const authority = new TestAuthority();
    using folder = new BanksFolder();
    const renew = (name: string, commonName: string) => {
      const identity = authority.issue({ subject: [["2.5.4.3", commonName]] });
      folder.write(`banks/${name}.key`, identity.privateKeyPem);
      folder.write(`banks/${name}.pem`, identity.certificatePem);
      return { key: { file: `${name}.key` }, certificate: `${name}.pem` };
    };
    const process = { ...renew("default", "default 1"), port: 0, certificatePort: 0 };
    folder.configureInstallation({ tls: process });
    folder.configureBank("heiane", { tls: renew("heiane", "heiane 1") });
    await using installation = await anInstallation(folder);
    const { https = "", certificates = "" } = installation.addresses;
    const shown = async (address: string, serverName: string) => {
      await using connection = await openConnection(address, { serverName });
      const { certificate, status } = await connection.send(
        "GET /health/ready HTTP/1.1",
        `Host: ${serverName}`,
      );
      return [certificate?.subject.CN, status];
    };
    const both = async () => [
      await shown(https, "heiane.example"),
      await shown(https, "fjordvik.example"),
      await shown(certificates, "heiane.example"),
    ];
    const first = [
      ["heiane 1", 200],
      ["default 1", 200],
      ["heiane 1", 200],
    ];
    assert.deepEqual(await both(), first);
    await using kept = await openConnection(https, { serverName: "heiane.example" });
    renew("heiane", "heiane 2");
    renew("default", "default 2");
    await installation.reload();
    assert.deepEqual(await both(), [
      ["heiane 2", 200],
      ["default 2", 200],
      ["heiane 2", 200],
    ]);
    const again = await kept.send("GET /health/ready HTTP/1.1", "Host: heiane.example");
    assert.equal(again.status, 200);
    assert(!installation.lines.some(({ msg }) => msg === "bank replaced"));
    // A key that does not fit its certificate is not used.
    folder.write("banks/heiane.key", authority.issue().privateKeyPem.slice(0, 200));
    await installation.reload();
    assert.deepEqual((await both())[0], ["heiane 2", 200]);
    assert.match(installation.banks()[1]?.faults.join() ?? "", /tls: key and certificate cannot/);
  });
});

/** Opens a folder of banks with a database of its own for each name. None is configured yet. */
const openBanks = async (all: readonly string[]) => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(new BanksFolder([]));
  const environment: Record<string, string> = {};
  for (const name of all) {
    environment[databaseVariable(name)] = stack.use(await freshDatabase()).url;
  }
  const opened = stack.move();
  return {
    folder,
    urlOf: (name: string) => environment[databaseVariable(name)] ?? "",
    configure: (name: string, more: object = {}) =>
      folder.configureBank(name, {
        dataFolder: undefined,
        databaseUrl: { env: databaseVariable(name) },
        migrate: true,
        ...more,
      }),
    start: async () => {
      const installation = opened.use(await anInstallation(folder, environment));
      const tpp = new RawTpp(installation.addresses.http ?? "", folder.tpp);
      tpp.responsesAreDocumented = false;
      return { installation, tpp };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/** Reads what a bank has stored about its requests: the audit, and the figures of this quarter. */
const readStored = async (url: string) => {
  const storage = await openStorage({ location: { engine: "postgres", url }, migrations: "as-is" });
  try {
    const now = Date.now();
    const { dedicated, downtimes } = await readKpiReport(findQuarter(now), now, storage);
    const sum = (figure: "requests" | "errors") =>
      dedicated.days.reduce((total, day) => total + (day[figure] ?? 0), 0);
    const audit = await verifyAudit(storage);
    return { audit, requests: sum("requests"), errors: sum("errors"), downtimes };
  } finally {
    await storage.close();
  }
};
