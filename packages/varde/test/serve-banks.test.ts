import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { BanksFolder } from "@varde/testkit/server";
import { CommandLine } from "./a-command-line.ts";

describe("varde serve with a folder of banks", () => {
  const varde = new CommandLine();
  after(() => varde.close());

  test("--check accepts a valid folder and starts nothing", async () => {
    using folder = new BanksFolder();
    const { code, stdout, stderr } = await varde.run("serve", "--check", folder.banks);
    assert.deepEqual([code, stdout], [0, `${folder.banks} is valid: 2 banks.\n`]);
    const warned = [...stderr.matchAll(/(\w+)\.yaml: responseSigner is not set: /g)];
    assert.deepEqual(
      warned.map(([, bank]) => bank),
      ["fjordvik", "heiane"],
    );
  });

  test("--check reports the faults of all files, with exit code 1", async () => {
    using folder = new BanksFolder(["fjordvik", "heiane"], { workers: 2 });
    folder.configureBank("fjordvik", { port: 80 });
    folder.configureBank("heiane", { country: "Norway" });
    const environment = { DATABASE_URL: "postgres://db/all" };
    const checked = varde.start(["serve", "--check", folder.banks], "", environment);
    const { code, stderr } = await checked.ended;
    assert.equal(code, 1);
    assert.match(stderr, /^varde: DATABASE_URL must be left out|^DATABASE_URL must be left out/m);
    const workers =
      "workers must be 1 (each process opens every bank of its folder; to use more cores, divide " +
      "the banks among several folders), not 2.";
    assert.ok(stderr.includes(`installation.yaml line 4, column 1: ${workers}\n`), stderr);
    assert.match(stderr, /fjordvik\.yaml line 5, column 1: port must be left out/);
    assert.match(stderr, /heiane\.yaml line 5, column 1: country must be/);
  });

  test("SIGHUP reads the folder again, and SIGTERM ends the process", async () => {
    using folder = new BanksFolder(["fjordvik", "heiane"], { logTo: "stdout" });
    folder.configureBank("heiane", { country: "Norway" });
    const server = varde.start(["serve", folder.banks]);
    const [, admin = ""] = await server.written(/Banks +(http:\S+)/);
    await server.written(/1 of 2 banks are open for TPPs/);
    await server.written(/heiane +failed\n +\S+heiane\.yaml line 5, column 1: country must be/);
    const states = async () => {
      const body = await (await fetch(admin)).json();
      return body.banks.map(({ bank, state }: Record<string, string>) => `${bank} ${state}`);
    };
    folder.removeBank("heiane");
    folder.configureBank("lyngen", { suspended: "Opens tomorrow." });
    server.stop("SIGHUP");
    await server.written(/"msg":"folder of banks was read again"/);
    assert.deepEqual(await states(), ["fjordvik ready", "lyngen suspended"]);
    server.stop();
    const { code, stdout } = await server.ended;
    assert.equal(code, 0);
    assert.match(stdout, /"bank":"fjordvik","state":"draining"/);
    const warned = [...stdout.matchAll(/"bank":"(\w+)","msg":"\S+ responseSigner is not set/g)];
    assert.deepEqual(
      warned.map(([, bank]) => bank),
      ["fjordvik", "lyngen"],
    );
  });
});
