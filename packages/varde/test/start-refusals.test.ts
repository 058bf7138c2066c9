import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { readSettings, startSandbox } from "@varde/sandbox";
import { CommandLine, type Ended } from "./a-command-line.ts";

const ports = { PORT: "0", HTTPS_PORT: "off" };
const opened = new DisposableStack();
after(() => opened.dispose());

const aCommandLine = (settings: Readonly<Record<string, string>> = {}): CommandLine =>
  opened.adopt(new CommandLine(undefined, { ...ports, ...settings }), (varde) => varde.close());

/** Asserts that the command failed with one sentence, without a stack trace. */
const assertOneSentence = ({ code, stdout, stderr }: Ended, sentence: RegExp): void => {
  assert.notEqual(code, 0, stdout);
  assert.match(stderr, sentence);
  assert.match(stderr, /^varde: .*\.\n$/);
  assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  assert.doesNotMatch(stderr, /\.ts:|node:|Error:/);
};

const assertRefusesToStart = async (
  settings: Readonly<Record<string, string>>,
  sentence: RegExp,
): Promise<void> => assertOneSentence(await aCommandLine(settings).run("start"), sentence);

describe("varde start refuses in one sentence", () => {
  test("F10: reports a host that is not an address of this machine", () =>
    assertRefusesToStart({ HOST: "256.0.0.1" }, /256\.0\.0\.1/));

  test("F10: refuses an unknown command and an extra argument", async () => {
    const varde = aCommandLine();
    assertOneSentence(await varde.run("begin"), /unknown command "begin"/);
    const { code, stderr } = await varde.run("start", "now");
    assert.equal(code, 2);
    assert.match(stderr, /unexpected argument "now"/);
  });

  test("F10: reports a port in use and says what to do", async (t) => {
    const taken = createServer().listen(0, "127.0.0.1");
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { code, stderr } = await aCommandLine({ PORT: port }).run("start");
    assert.equal(code, 1);
    const command = /in use by another program\. .*\n {2}varde start --port (\d+)\n$/.exec(stderr);
    assert.notEqual(command?.[1] ?? port, port, stderr);
    await assertRefusesToStart({ HTTPS_PORT: port }, /in use; .* --https-port/);
  });

  test("F10: names the setting that a profile needs, and the profiles that there are", async () => {
    const needed = /VARDE_PROFILES: reversals changes .* start the sandbox with VARDE_HISTORY=cont/;
    await assertRefusesToStart({ VARDE_PROFILES: "names-cut,reversals" }, needed);
    const known = /VARDE_PROFILES must be a list with any of pending-ids, .*late-details/;
    await assertRefusesToStart({ VARDE_PROFILES: "reversal" }, known);
    const settings = readSettings({ VARDE_PROFILES: "names-cut, pending-ids" });
    assert.deepEqual(settings.profiles, ["names-cut", "pending-ids"]);
  });

  test("F10: reports a file in place of the data folder", async () => {
    const varde = aCommandLine({ VARDE_DATA: "a-file" });
    writeFileSync(join(varde.folder, "a-file"), "");
    assertOneSentence(await varde.run("start"), /data folder .*a-file/);
  });

  test("F10: reports an invalid database file", async () => {
    const varde = aCommandLine({ VARDE_DATA: "spoilt" });
    const folder = join(varde.folder, "spoilt");
    const sandbox = await startSandbox(
      readSettings({ ...ports, VARDE_DATA: folder, VARDE_LOG: "none" }),
    );
    await sandbox.close();
    const database = readdirSync(folder).find((name) => /\.(db|sqlite3?)$/.test(name));
    assert.ok(database !== undefined);
    writeFileSync(join(folder, database), "this is not a database, whatever its name");
    assertOneSentence(await varde.run("start"), /database|SQLite/i);
  });

  test("F10: reports an unreachable PostgreSQL, without the password", async () => {
    const varde = aCommandLine({ DATABASE_URL: "postgres://varde:hidden@127.0.0.1:1/varde" });
    const ended = await varde.run("start");
    assertOneSentence(ended, /PostgreSQL|database/i);
    assert.doesNotMatch(ended.stderr, /hidden/);
  });
});
