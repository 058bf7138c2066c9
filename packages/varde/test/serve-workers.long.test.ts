import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { freshDatabase } from "@varde/testkit/postgres";
import { ServerFolder } from "@varde/testkit/server";
import { CommandLine } from "./a-command-line.ts";

/** Reads the ids of the child processes of a process, on Linux. */
const listChildren = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

const countLive = async (address: string): Promise<number> => {
  const text = await (await fetch(`${address}/metrics`)).text();
  const [, count] =
    /varde_responses_total\{operation="GET \/health\/live",status="200"\} (\d+)/.exec(text) ?? [];
  return Number(count);
};

describe("varde serve with workers", {
  skip: process.platform !== "linux" && "needs /proc",
}, () => {
  test("shares one port, replaces a killed worker, and drains on SIGTERM", async () => {
    await using database = await freshDatabase();
    await using core = await freshDatabase();
    using folder = new ServerFolder({ engine: "postgres", url: core.url });
    const varde = new CommandLine();
    const file = folder.configure({
      dataFolder: undefined,
      databaseUrl: { env: "BANK_DATABASE" },
      migrate: true,
      workers: 2,
      logTo: "stdout",
    });
    try {
      const server = varde.start(["serve", file], "", { BANK_DATABASE: database.url });
      const [, address = ""] = await server.written(/Listening +(http:\S+)/);
      const before = listChildren(server.pid);
      assert.equal(before.length, 2);
      for (let calls = 0; calls < 10; calls += 1) await fetch(`${address}/health/live`);
      assert.equal(await countLive(address), 10, "all workers are added up");
      const [victim = 0] = before;
      process.kill(victim, "SIGKILL");
      await server.written(/"msg":"worker started"/);
      const now = listChildren(server.pid);
      assert.equal(now.length, 2);
      assert(!now.includes(victim));
      assert.equal((await fetch(`${address}/health/ready`)).status, 200);
      assert.equal(await countLive(address), 10, "what the killed worker counted is not lost");
      server.stop();
      const { code, stdout } = await server.ended;
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`"pid":${victim},.*"signal":"SIGKILL"`));
      assert.equal(stdout.match(/responseSigner is not set/g)?.length, 1, "workers do not repeat");
    } finally {
      varde.close();
    }
  });

  test("says once why the workers cannot start", async () => {
    await using database = await freshDatabase();
    using folder = new ServerFolder();
    const varde = new CommandLine();
    const settings = { dataFolder: undefined, databaseUrl: { env: "BANK_DATABASE" }, workers: 2 };
    const file = folder.configure(settings);
    try {
      const environment = { BANK_DATABASE: database.url };
      const { code, stderr } = await varde.start(["serve", file], "", environment).ended;
      assert.equal(code, 1);
      assert.match(stderr, /^varde: .*varde migrate --production.*\n$/);
    } finally {
      varde.close();
    }
  });
});
