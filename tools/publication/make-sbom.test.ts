import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { findUnacceptedLicences, listLicences } from "./list-licences.ts";
import { listPublishedPackages } from "./list-published-packages.ts";
import { makeSbom } from "./make-sbom.ts";

describe("the bill of materials of a release", () => {
  const packages = listPublishedPackages();
  const sbom = makeSbom(packages);
  const names = new Set(sbom.components.map(({ name }) => name));

  test("lists every published package and all that they depend on", () => {
    assert.equal(sbom.bomFormat, "CycloneDX");
    assert.match(sbom.specVersion, /^1\.[5-9]$/);
    for (const { name, folder } of packages) {
      assert(names.has(name), name);
      const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      for (const dependency of Object.keys(dependencies)) assert(names.has(dependency), dependency);
    }
    assert(names.has("pg-protocol"), "dependencies of dependencies are listed");
    assert(names.has("preact"), "what is bundled is listed");
  });

  test("names the release, its version, and no folder or registry of this machine", () => {
    const { name, version, purl } = sbom.metadata.component;
    assert.equal(`pkg:npm/${name}@${version}`, purl);
    assert.equal(version, packages[0]?.version);
    assert.doesNotMatch(JSON.stringify(sbom), /varde-sbom-|"distribution"/);
  });

  test("lists nothing that only tests and builds need", () => {
    for (const name of ["@varde/testkit", "typescript", "knip", "fast-check", "oidc-provider"]) {
      assert(!names.has(name), name);
    }
  });

  test("identifies each component by purl, and those from the registry by hash", () => {
    for (const { name, version, purl, hashes } of sbom.components) {
      assert.equal(purl, `pkg:npm/${name.replace("@", "%40")}@${version}`);
      const isOurs = packages.some((each) => each.name === name);
      assert(isOurs || /^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ""), name);
    }
  });

  test("has accepted licences only, and lists each component under its own", () => {
    assert.deepEqual(findUnacceptedLicences(sbom), []);
    const [first] = sbom.components;
    assert(first !== undefined);
    const changed = (licenses: (typeof first)["licenses"]) => ({
      ...sbom,
      components: [{ ...first, name: "some", version: "1.0.0", licenses: licenses ?? [] }],
    });
    assert.deepEqual(findUnacceptedLicences(changed([{ license: { id: "AGPL-3.0-only" } }])), [
      "some 1.0.0: AGPL-3.0-only",
    ]);
    assert.deepEqual(findUnacceptedLicences(changed([])), ["some 1.0.0: none"]);
    assert.deepEqual(findUnacceptedLicences(changed([{ expression: "(MPL-2.0 OR MIT)" }])), []);
    const list = listLicences(sbom);
    for (const { name, version } of sbom.components) {
      assert(list.includes(`\n- ${name} ${version}\n`), name);
    }
    assert.match(list, /\n## MIT\n\n- @fastify/);
  });
});
