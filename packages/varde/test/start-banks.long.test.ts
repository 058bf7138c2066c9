import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { dataSetFor, sandboxBanks } from "@varde/sandbox";
import { CommandLine } from "./a-command-line.ts";

const [first, second, third] = sandboxBanks.map(dataSetFor);
assert(first !== undefined && second !== undefined && third !== undefined);
const kari = first.people.kari.customerNumber;

const listen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

const isFree = async (port: number): Promise<boolean> => {
  const server = await listen(port);
  server?.close();
  return server !== undefined;
};

/** Returns the first of three free ports. */
const findFreePorts = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const free = await Promise.all([port, port + 1, port + 2].map(isFree));
    if (!free.includes(false)) return port;
  }
};

const address = (port: number): string => `http://127.0.0.1:${port}`;

describe("varde start --banks 3", () => {
  test("serves three banks that one TPP uses, with one clock, and stops them all", async (t) => {
    const port = await findFreePorts();
    const varde = new CommandLine(undefined, { HTTPS_PORT: "off", PORT: String(port) });
    t.after(() => varde.close());
    const running = varde.start(["start", "--banks", "3"]);
    await running.written(/Ctrl-C stops the banks\./);
    for (const [at, { bank, people }] of [first, second, third].entries()) {
      const line = `  ${bank.name} +${address(port + at)} +${people.kari.current.bban}\n`;
      await running.written(new RegExp(line));
    }
    const made = await varde.run("tpp", "new", "--bank", address(port));
    for (const [at, { bank }] of [second, third].entries()) {
      assert.ok(made.stdout.includes(`Also at     ${address(port + at + 1)}  ${bank.name}\n`));
    }
    const listAt = async (at: number) => {
      const bank = address(port + at);
      const { accounts } = await varde.json("accounts", "--approve", kari, "--bank", bank);
      return accounts.map((one: { bban: string }) => one.bban);
    };
    for (const [at, { people }] of [first, second, third].entries()) {
      const { current, savings } = people.kari;
      assert.deepEqual(await listAt(at), [current.bban, savings.bban]);
    }
    const clockAt = (at: number, ...words: readonly string[]) =>
      varde.json("clock", ...words, "--bank", address(port + at));
    await clockAt(0, "set", "2027-03-01T08:00:00+01:00");
    const { batches } = await clockAt(2, "advance", "1d");
    assert.ok(batches >= 3, String(batches));
    for (const at of [0, 1, 2]) {
      assert.equal((await clockAt(at)).now, "2027-03-02T07:00:00.000Z");
    }
    for (const at of [0, 1, 2]) await fetch(`${address(port + at)}/v1/only-at-${at}`);
    running.stop();
    assert.equal((await running.ended).code, 0);
    for (const [at, folder] of ["", "bank-9991", "bank-9992"].entries()) {
      assert.ok(existsSync(join(varde.folder, `.varde-${port}`, folder, "varde.log")), folder);
      const { stdout } = await varde.run("logs", "--bank", address(port + at));
      const shown = [...stdout.matchAll(/only-at-(\d)/g)].map(([, digit]) => Number(digit));
      assert.deepEqual([...new Set(shown)], [at], "the log of a stopped bank is its own");
    }
    // The data of each bank are found again, the clock of the TPP too.
    const again = varde.start(["start", "--banks", "3", "--json"]);
    const [started] = await again.written(/^\{.*\}\n/s);
    const listed = JSON.parse(started).banks.map(
      ({ addresses }: { addresses: object }) => addresses,
    );
    assert.deepEqual(
      listed,
      [0, 1, 2].map((at) => ({ http: address(port + at) })),
    );
    assert.equal((await clockAt(1)).now, "2027-03-02T07:00:00.000Z");
    assert.deepEqual(await listAt(1), [
      second.people.kari.current.bban,
      second.people.kari.savings.bban,
    ]);
    again.stop();
    assert.equal((await again.ended).code, 0);
  });

  test("a port in use stops all of them, and the error names it and a command", async (t) => {
    const port = await findFreePorts();
    const varde = new CommandLine(undefined, { HTTPS_PORT: "off" });
    const taken = await listen(port + 2);
    t.after(() => {
      varde.close();
      taken?.close();
    });
    const { code, stderr } = await varde.run("start", "--banks", "3", "--port", String(port));
    assert.equal(code, 1);
    const fact = /^varde: Port (\d+) on 127\.0\.0\.1 is in use by another program\./.exec(stderr);
    assert.equal(fact?.[1], String(port + 2), stderr);
    const advice = /To start 3 banks .*\n {2}varde start --banks 3 --port (\d+)/.exec(stderr);
    assert.ok(Number(advice?.[1]) > port + 2, stderr);
    assert.ok(await isFree(port), "the first bank was stopped");
  });

  test("refuses a number of banks and settings that cannot be, with the limit", async (t) => {
    const varde = new CommandLine(undefined, { HTTPS_PORT: "off", PORT: "0" });
    t.after(() => varde.close());
    for (const count of ["0", "10", "two", "1.5", ""]) {
      const { code, stderr } = await varde.run("start", `--banks=${count}`);
      assert.equal(code, 2);
      assert.match(stderr, /--banks must be a number from 1 to 9, not "/);
    }
    const settings: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ DATABASE_URL: "postgres://db/varde" }, /a file for each.* unset DATABASE_URL/],
      [{ VARDE_PUBLIC_URL: "https://bank.example" }, /an address each.* unset it/],
      [{ PORT: "65534" }, /3 banks need the ports 65534 to 65536.* set a port up to 65533/],
    ];
    for (const [environment, sentence] of settings) {
      const refused = new CommandLine(undefined, { HTTPS_PORT: "off", PORT: "0", ...environment });
      const { code, stderr } = await refused.run("start", "--banks", "3");
      refused.close();
      assert.equal(code, 1, stderr);
      assert.match(stderr, sentence);
    }
  });
});
