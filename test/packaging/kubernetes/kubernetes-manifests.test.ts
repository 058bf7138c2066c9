import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { Ajv } from "ajv";
import { checkVardeLine } from "../check-varde-line.ts";
import { manifestSchemas } from "./manifest-schemas.ts";
import { type Manifest, manifestFolder, readManifest } from "./read-manifest.ts";

const files = readdirSync(manifestFolder);
const read = readManifest;

const ajv = new Ajv({ allErrors: true, strict: true });
const findFaults = (manifest: Manifest): readonly string[] => {
  const schema = manifestSchemas[manifest.kind];
  assert(schema !== undefined, `no schema for ${manifest.kind}`);
  if (ajv.validate(schema, manifest)) return [];
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

describe("the Kubernetes manifests", () => {
  const deployment = read("deployment.yaml");
  const pod = deployment.spec.template;
  const [container] = pod.spec.containers;

  for (const file of files) {
    test(`${file} matches the schema of its kind`, () => {
      assert.deepEqual(findFaults(read(file)), []);
    });
  }

  test("would be refused with a misspelt or missing field", () => {
    const changed = structuredClone(deployment);
    const [first] = changed.spec.template.spec.containers;
    first.livenesProbe = first.livenessProbe;
    delete first.livenessProbe;
    first.image = "registry.bank.example/varde:latest";
    const at = "/spec/template/spec/containers/0";
    assert.deepEqual(findFaults(changed).toSorted(), [
      `${at} must NOT have additional properties`,
      `${at} must have required property 'livenessProbe'`,
      `${at}/image must match pattern "^[a-z0-9./-]+:[0-9]+\\.[0-9]+\\.[0-9]+$"`,
    ]);
  });

  test("select the processes of the deployment and not the migration", () => {
    const { labels } = pod.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      pod.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
      read("service.yaml").spec.selector,
      read("disruption-budget.yaml").spec.selector.matchLabels,
    ];
    const migration = read("migration-job.yaml").spec.template.metadata.labels;
    const isSelected = (chosen: Record<string, string>, of: Record<string, string>) =>
      Object.entries(chosen).every(([name, value]) => of[name] === value);
    for (const selector of selectors) {
      assert(isSelected(selector, labels));
      assert(!isSelected(selector, migration));
    }
  });

  test("keep processes serving while one is replaced", () => {
    const { minAvailable } = read("disruption-budget.yaml").spec;
    assert(minAvailable < deployment.spec.replicas, "a node can be drained");
    const drainMs = Number(
      container.env.find(({ name }: { name: string }) => name === "VARDE_DRAIN_MS").value,
    );
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert(drainMs >= (periodSeconds * failureThreshold + 2) * 1_000, "the probe notices in time");
    assert(pod.spec.terminationGracePeriodSeconds * 1_000 >= drainMs + 15_000);
  });

  test("use one image, one port and secrets that are not in the manifests", () => {
    const [migration] = read("migration-job.yaml").spec.template.spec.containers;
    assert.equal(migration.image, container.image);
    const { version } = JSON.parse(
      readFileSync(new URL("../../../packages/varde/package.json", import.meta.url), "utf8"),
    );
    assert(container.image.endsWith(`:${version}`));
    const [{ name, containerPort }] = container.ports;
    const ports = [
      read("service.yaml").spec.ports[0].targetPort,
      ...["startupProbe", "livenessProbe", "readinessProbe"].map(
        (probe) => container[probe].httpGet.port,
      ),
    ];
    assert.deepEqual(new Set(ports), new Set([name]));
    const listening = container.env.find((each: { name: string }) => each.name === "PORT").value;
    assert.equal(listening, String(containerPort));
    assert.equal(pod.metadata.annotations["prometheus.io/port"], String(containerPort));
    for (const { name } of container.env) assert.doesNotMatch(name, /TOKEN|SECRET|URL|KEY/);
  });

  test("run commands and set variables that exist", () => {
    const [migration] = read("migration-job.yaml").spec.template.spec.containers;
    for (const { args } of [container, migration]) {
      const [node, program, ...words] = args;
      assert.deepEqual([node, program], ["node", "node_modules/varde/bin/varde.js"]);
      checkVardeLine(`varde ${words.join(" ")}`);
    }
    const reference = readFileSync(
      new URL("../../../docs/reference/configuration.md", import.meta.url),
      "utf8",
    );
    for (const { name } of container.env) assert(reference.includes(`\`${name}\``), name);
  });

  test("probe and scrape paths that a bank serves", async () => {
    await using bank = await aBank();
    const paths = [
      ...["startupProbe", "livenessProbe", "readinessProbe"].map(
        (probe) => container[probe].httpGet.path,
      ),
      pod.metadata.annotations["prometheus.io/path"],
    ];
    for (const path of new Set(paths)) {
      const response = await fetch(bank.addresses.http + path);
      assert.equal(response.status, 200, path);
      await response.text();
    }
  });
});
