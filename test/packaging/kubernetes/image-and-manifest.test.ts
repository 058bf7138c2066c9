import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { serverSettings } from "@varde/server";
import { parse } from "yaml";
import { readImage } from "../read-image.ts";
import { listMountedFiles, readManifest } from "./read-manifest.ts";

const image = readImage("server");
const pod = readManifest("deployment.yaml").spec.template.spec;
const [container] = pod.containers;
const job = readManifest("migration-job.yaml").spec.template.spec;
const bank = parse(readFileSync(new URL("../../../packaging/bank.yaml", import.meta.url), "utf8"));

/** Returns every file that a value of the configuration names, as it is written. */
const listNamedFiles = (name: string, value: unknown): readonly string[] => {
  const declared = serverSettings[name as keyof typeof serverSettings];
  if (declared?.isPath && typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if ("file" in value && typeof value.file === "string") return [value.file];
  const prefix = name === "" ? "" : `${name}.`;
  return Object.entries(value).flatMap(([key, each]) => listNamedFiles(prefix + key, each));
};

describe("the image of a bank and packaging/kubernetes agree", () => {
  test("user and group", () => {
    for (const { securityContext } of [pod, job]) {
      const { runAsUser, runAsGroup } = securityContext;
      assert.deepEqual([runAsUser, runAsGroup], [image.userId, image.groupId]);
    }
    assert.equal(pod.securityContext.fsGroup, image.groupId);
  });

  test("command: the same program, for the mounted configuration", () => {
    assert.deepEqual(container.args, image.command);
    const [node, program] = image.command;
    assert.deepEqual(job.containers[0].args.slice(0, 2), [node, program]);
    const [{ mountPath }] = container.volumeMounts;
    assert.equal(image.command.at(-1), `${mountPath}/bank.yaml`);
  });

  test("environment and port: the manifest changes nothing that the image sets", () => {
    const set = new Map<string, string>(
      container.env.map(({ name, value }: Record<string, string>) => [name, value]),
    );
    for (const [name, value] of Object.entries(image.environment)) {
      assert.equal(set.get(name) ?? value, value, name);
    }
    assert.deepEqual(
      container.ports.map(({ containerPort }: Record<string, number>) => containerPort),
      image.ports,
    );
    assert.equal(image.environment.PORT, String(image.ports[0]));
    assert.match(image.healthCheck.join(" "), /health\/ready/);
  });

  test("the image sets no setting of a sandbox, and none that needs another one", () => {
    const names = Object.keys(image.environment);
    assert.deepEqual(names.toSorted(), [
      "HOST",
      "MALLOC_ARENA_MAX",
      "MALLOC_MMAP_THRESHOLD_",
      "NODE_ENV",
      "PORT",
    ]);
    assert.deepEqual(image.volumes, []);
  });

  test("every file that packaging/bank.yaml names is mounted, and no other", () => {
    const named = new Set(["bank.yaml", ...listNamedFiles("", bank)]);
    assert(named.has("secrets/seal.key") && named.has("authorities.pem"), [...named].join());
    assert.deepEqual(listMountedFiles().toSorted(), [...named].toSorted());
  });

  test("secrets come from Secrets only, and only user and group can read them", () => {
    const [{ projected }] = pod.volumes;
    const mode = projected.defaultMode.toString(8);
    assert.equal(mode, "440");
    for (const source of projected.sources) {
      const paths: readonly { path: string }[] = source.secret?.items ?? [];
      assert(paths.every(({ path }) => path.startsWith("secrets/")));
      assert.equal(source.configMap?.items, undefined);
    }
  });

  test("the number of workers is bounded by a CPU limit", () => {
    assert.equal(bank.workers, "cores");
    assert.match(container.resources.limits.cpu, /^[1-9]\d*$/);
  });
});
