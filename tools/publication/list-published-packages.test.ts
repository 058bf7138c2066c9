import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { listFiles, root } from "../source/list-files.ts";
import { listPublishedPackages } from "./list-published-packages.ts";

const read = (name: string): string => readFileSync(join(root, name), "utf8");

describe("the version of a release", () => {
  const [{ version } = { version: "" }] = listPublishedPackages();
  const files = listFiles();

  test("is that of every package, and of what packages need of each other", () => {
    const manifests = files.filter((name) => /^packages\/[\w-]+\/package\.json$/.test(name));
    assert(manifests.length > listPublishedPackages().length, "private packages have it too");
    for (const name of manifests) {
      const { version: own, dependencies, devDependencies } = JSON.parse(read(name));
      assert.equal(own, version, name);
      for (const [dependency, needed] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (dependency.startsWith("@varde/")) assert.equal(needed, version, name);
      }
    }
  });

  test("is that of the image that the Kubernetes files run", () => {
    const images = files
      .filter((name) => name.startsWith("packaging/kubernetes/"))
      .flatMap((name) => [...read(name).matchAll(/image: \S+\/varde:(\S+)/g)]);
    assert.deepEqual(new Set(images.map(([, tag]) => tag)), new Set([version]));
  });
});
