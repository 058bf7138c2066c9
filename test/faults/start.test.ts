import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ConfigurationRefused, readSettings } from "@varde/sandbox";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "varde-start-"));
  await chmod(folder, 0o777);
});
const running: SandboxProcess[] = [];
after(async () => {
  await Promise.all(running.map((process) => process.kill()));
  await rm(folder, { recursive: true, force: true });
});

const start = (...[settings, options]: Parameters<typeof spawnSandbox>): SandboxProcess => {
  const started = spawnSandbox({ VARDE_DATA: join(folder, "data"), ...settings }, options);
  running.push(started);
  return started;
};

/** Asserts that the process exits with an error code and one sentence, without a stack trace. */
const assertRefusesToStart = async (process: SandboxProcess, sentence: RegExp): Promise<void> => {
  const { code, output, errors } = await process.ended;
  assert.notEqual(code, 0, `${output}${errors}`);
  assert.match(errors, sentence);
  assert.equal(errors.trimEnd().split("\n").length, 1, errors);
  assert.match(errors, /^varde: .*\.\n$/);
  assert.doesNotMatch(errors, /\.ts:|node:|Error:/);
};

describe("invalid settings", () => {
  const cases: readonly [Readonly<Record<string, string>>, RegExp][] = [
    [{ PORT: "http" }, /PORT must be a port from 0 to 65535, not "http"/],
    [{ PORT: "65536" }, /PORT must be a port/],
    [{ PORT: "-1" }, /PORT must be a port/],
    [{ HTTPS_PORT: "perhaps" }, /HTTPS_PORT must be a port from 0 to 65535, or off/],
    [
      { DATABASE_URL: "mysql://localhost" },
      /DATABASE_URL must be an address that starts with postgres/,
    ],
    [{ VARDE_TRUST: "everyone" }, /VARDE_TRUST must be one of any, sandbox-ca/],
    [{ VARDE_LOG: "paper" }, /VARDE_LOG must be one of/],
    [{ NODE_ENV: "production" }, /cannot run in production mode/],
  ];
  test("F10: reports each setting in one sentence", () => {
    for (const [settings, sentence] of cases) {
      assert.throws(
        () => readSettings(settings),
        (error) => error instanceof ConfigurationRefused && sentence.test(error.message),
      );
    }
  });

  test("F10: reports a wrong port in one sentence, without a stack trace", async () => {
    await assertRefusesToStart(start({ PORT: "http" }), /PORT must be a port from 0 to 65535/);
  });
});

describe("resources in use", () => {
  test("F10: refuses a second process on the same SQLite folder in one sentence", async () => {
    const VARDE_DATA = join(folder, "shared");
    const first = start({ VARDE_DATA });
    const address = await first.ready;
    const { code, errors } = await start({ VARDE_DATA }).ended;
    assert.notEqual(code, 0, errors);
    const [said = "", command = "", ...more] = errors.trimEnd().split("\n");
    assert(said.startsWith(`varde: The bank is already running at ${address}, `), errors);
    assert.match(command, /^ {2}\S.* start --port \d+ --data \S+$/);
    assert.deepEqual(more, []);
    assert.equal((await fetch(`${address}/health/ready`)).status, 200);
    assert.equal(await first.stop(), 0);
    const next = start({ VARDE_DATA });
    await next.ready;
    assert.equal(await next.stop("SIGINT"), 0);
  });

  test("F10: reports a read-only folder in one sentence", async () => {
    const nobody = 65_534;
    const readOnly = join(folder, "read-only");
    await mkdir(readOnly, { mode: 0o555 });
    const options = process.getuid?.() === 0 ? { uid: nobody } : {};
    await assertRefusesToStart(start({ VARDE_DATA: readOnly }, options), /data folder .*read-only/);
    const inside = join(readOnly, "deeper");
    await assertRefusesToStart(start({ VARDE_DATA: inside }, options), /data folder .*deeper/);
  });
});
