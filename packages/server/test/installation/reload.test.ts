import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { verifyAudit } from "@varde/bank";
import { openStorage } from "@varde/storage";
import { aPayment, ndct } from "@varde/testkit/payments";
import { type FreshDatabase, freshDatabase } from "@varde/testkit/postgres";
import { callHeaders } from "@varde/testkit/psu";
import { BanksFolder } from "@varde/testkit/server";
import { RawTpp, TestAuthority } from "@varde/testkit/tpp";
import { anInstallation, openConnection } from "./an-installation.ts";

const names = ["fjordvik", "heiane", "lyngen"];

/** Payments per bank that are under way at once. */
const atOnce = 2;

describe("a folder of banks that is read again", () => {
  test("replaces a changed bank under load without losing a request", async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(new BanksFolder([]));
    const databases = new Map<string, FreshDatabase>();
    for (const name of [...names, "added"]) {
      databases.set(name, stack.use(await freshDatabase()));
    }
    const environment = Object.fromEntries(
      [...databases].map(([name, { url }]) => [`${name}_DATABASE`.toUpperCase(), url]),
    );
    const configure = (name: string, more: object = {}) =>
      folder.configureBank(name, {
        dataFolder: undefined,
        databaseUrl: { env: `${name}_DATABASE`.toUpperCase() },
        migrate: true,
        ...more,
      });
    for (const name of names) configure(name);
    const installation = stack.use(await anInstallation(folder, environment));
    const tpp = new RawTpp(installation.addresses.http ?? "", folder.tpp);
    const load = new PaymentLoad(tpp);
    await load.untilServed(3);
    for (const bankName of ["Heiane Bank", "Ny Heiane"]) {
      configure("heiane", { bankName });
      await installation.reload();
      await load.untilServed(3);
    }
    configure("added");
    await installation.reload();
    await load.untilServed(3);
    await load.stop();
    for (const [name, all] of load.statuses) {
      const failed = all.filter((status) => status !== 201);
      assert.deepEqual(failed, [], `${failed.length} of ${all.length} requests to ${name}`);
    }
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
    const location = { engine: "postgres", url: databases.get("heiane")?.url ?? "" } as const;
    const storage = await openStorage({ location, migrations: "as-is" });
    stack.defer(() => storage.close());
    const report = await verifyAudit(storage);
    assert.deepEqual(report.faults, []);
    assert.equal(report.entries, load.statuses.get("heiane")?.length);
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
    await new Promise((resolve) => setTimeout(resolve, 100));
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

/** Payments to every bank, a few at once, until it is stopped. */
class PaymentLoad {
  readonly statuses = new Map<string, number[]>(names.map((name) => [name, []]));
  readonly #tpp: RawTpp;
  readonly #callers: readonly Promise<void>[];
  #isRunning = true;

  constructor(tpp: RawTpp) {
    this.#tpp = tpp;
    this.#callers = names.flatMap((name) => Array.from({ length: atOnce }, () => this.#call(name)));
  }

  /** Waits until each bank has responded this many times more. */
  async untilServed(count: number): Promise<void> {
    const before = names.map((name) => this.#count(name));
    while (names.some((name, at) => this.#count(name) < (before[at] ?? 0) + count)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#callers);
  }

  async #call(name: string): Promise<void> {
    while (this.#isRunning) {
      const headers = { ...callHeaders(), "PSU-Context": "PRIVATE", Host: `${name}.example` };
      const { status } = await this.#tpp.send({ path: ndct, body: aPayment(), headers });
      this.statuses.get(name)?.push(status);
    }
  }

  #count(name: string): number {
    return this.statuses.get(name)?.length ?? 0;
  }
}
