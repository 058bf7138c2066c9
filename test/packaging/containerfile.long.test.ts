import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { freshDatabase } from "@varde/testkit/postgres";
import { freePort } from "@varde/testkit/processes";
import { writeExampleFiles } from "@varde/testkit/server";
import { ImageRoot, imageObstacle } from "./image-root.ts";
import { listMountedFiles, readManifest } from "./kubernetes/read-manifest.ts";
import { readImage } from "./read-image.ts";

const example = new URL("../../packaging/bank.yaml", import.meta.url);

describe("the images of the Containerfile, without a container engine", {
  skip: imageObstacle(),
}, () => {
  const stack = new DisposableStack();
  after(() => stack.dispose());
  const [sandbox, server] = [readImage("sandbox"), readImage("server")];
  let root: ImageRoot;
  before(() => {
    root = stack.use(new ImageRoot("server", "sandbox"));
  });

  test("sandbox: starts as documented, is healthy, and writes to its volume only", async () => {
    const [volume = ""] = sandbox.volumes;
    const before = listFiles(root.workFolder);
    const port = String(await freePort());
    const environment = { PORT: port, HTTPS_PORT: "off", VARDE_TRUST: "any" };
    const mounts = [{ from: join(root.path, volume), to: volume, isWritable: true }];
    await using bank = watch(root.start(sandbox, sandbox.command, environment, mounts));
    const link = await bank.waitFor(/http:\S+\/#control-token=([\w-]{43})/);
    await using check = watch(root.start(sandbox, sandbox.healthCheck, environment, mounts));
    assert.equal(await check.ended, 0);
    const worlds = await fetch(`http://127.0.0.1:${port}/control/v1/worlds`, {
      headers: { authorization: `Bearer ${link[1]}`, "x-forwarded-for": "192.0.2.1" },
    });
    assert.equal(worlds.status, 200);
    assert.deepEqual(listFiles(root.workFolder), before);
    assert(readdirSync(join(root.path, volume)).includes("control-token"));
  });

  test("server: migrates and serves with the mounts of the Kubernetes manifests", async () => {
    await using database = await freshDatabase();
    const [job] = readManifest("migration-job.yaml").spec.template.spec.containers;
    const migration = { MIGRATION_DATABASE_URL: database.url };
    await using migrated = watch(root.start(server, job.args, migration));
    assert.equal(await migrated.ended, 0, migrated.text());

    const volume = stack.adopt(mkdtempSync(join(tmpdir(), "varde-mount-")), (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    mountProjected(volume, database.url, server.groupId);
    const [container] = readManifest("deployment.yaml").spec.template.spec.containers;
    const [{ mountPath }] = container.volumeMounts;
    const mounts = [{ from: volume, to: mountPath }];
    const port = String(await freePort());
    const environment = { ...readEnvironment(container.env), PORT: port, VARDE_DRAIN_MS: "100" };
    await using bank = watch(root.start(server, container.args, environment, mounts));
    await bank.waitFor(/Fjordbanken \(fjordbanken\) is open for TPPs/);
    const ready = await fetch(`http://127.0.0.1:${port}${container.readinessProbe.httpGet.path}`);
    assert.equal(ready.status, 200, await ready.text());
    await using check = watch(root.start(server, server.healthCheck, environment, mounts));
    assert.equal(await check.ended, 0, check.text());
    assert.equal(await bank.stop(), 0, bank.text());
  });

  test("server: installs the versions of the lock file", () => {
    const lock = JSON.parse(
      readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
    );
    const installed = JSON.parse(
      readFileSync(join(root.workFolder, "node_modules/.package-lock.json"), "utf8"),
    );
    const packages: readonly [string, { version?: string; integrity?: string; link?: boolean }][] =
      Object.entries(installed.packages);
    const others = packages.filter(([, { link }]) => link !== true);
    assert(others.length > 50);
    for (const [name, { version, integrity }] of others.filter(([path]) =>
      /^node_mod/.test(path),
    )) {
      const locked = lock.packages[name];
      assert.deepEqual([version, integrity], [locked?.version, locked?.integrity], name);
    }
    assert.equal(installed.packages["node_modules/typescript"], undefined);
  });
});

/** Writes the files of packaging/bank.yaml as Kubernetes mounts a projected volume. */
function mountProjected(volume: string, databaseUrl: string, groupId: number): void {
  const made = mkdtempSync(join(tmpdir(), "varde-example-"));
  writeExampleFiles(made);
  cpSync(example, join(made, "bank.yaml"));
  writeFileSync(join(made, "secrets/database-url"), `${databaseUrl}\n`);
  const [{ projected }] = readManifest("deployment.yaml").spec.template.spec.volumes;
  const generation = "..2026_11_17";
  chmodSync(volume, 0o755);
  for (const name of listMountedFiles()) {
    const path = join(volume, generation, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    cpSync(join(made, name), path);
    chmodSync(path, projected.defaultMode);
    if (process.getuid?.() === 0) chownSync(path, 0, groupId);
  }
  symlinkSync(generation, join(volume, "..data"));
  for (const name of readdirSync(join(volume, generation))) {
    symlinkSync(join("..data", name), join(volume, name));
  }
  rmSync(made, { recursive: true });
}

const readEnvironment = (env: readonly { name: string; value: string }[]) =>
  Object.fromEntries(env.map(({ name, value }) => [name, value]));

/** Watches a process, and stops it with SIGTERM as a container engine does. */
function watch(child: ChildProcess) {
  let output = "";
  const listen = (text: string) => {
    output += text;
    child.emit("text");
  };
  child.stdout?.setEncoding("utf8").on("data", listen);
  child.stderr?.setEncoding("utf8").on("data", listen);
  const ended = once(child, "close").then(([code]): number | null => code);
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return {
    ended,
    stop,
    text: () => output,
    waitFor: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        const next = await Promise.race([once(child, "text"), ended.then(() => "ended")]);
        assert.notEqual(next, "ended", `the process ended:\n${output}`);
      }
    },
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

const listFiles = (folder: string) => readdirSync(folder, { recursive: true }).sort();
