import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { MetricReading } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { installationMetrics } from "@varde/server";
import { aBank } from "@varde/testkit/bank";
import { missingPrograms } from "@varde/testkit/processes";
import { parse } from "yaml";
import { findMetrics } from "./promql.ts";

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<"summary" | "description" | "runbook", string>>;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly gridPos: Readonly<Record<"h" | "w" | "x" | "y", number>>;
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const rulesFile = "packaging/prometheus/varde-alerts.yaml";
const runbookFolder = "docs/operations/runbooks";
const alerts: readonly AlertRule[] = parse(read(rulesFile)).groups.flatMap(
  (group: { readonly rules: readonly AlertRule[] }) => group.rules,
);
const dashboard: { readonly panels: readonly Panel[] } = JSON.parse(
  read("packaging/grafana/varde-dashboard.json"),
);
const panels = dashboard.panels.filter(({ type }) => type !== "row");
const runbooks = readdirSync(join(root, runbookFolder)).filter((file) => file !== "README.md");

type Exported = Pick<MetricReading, "name" | "type" | "labels">;

/** Labels that Prometheus adds when it reads a process. */
const scrapeLabels = ["instance", "job"];

describe("dashboard, alerts and runbooks", () => {
  let bank: TestBank;
  /** Metrics of a process with one bank, or with a folder of banks. */
  const byName = new Map<string, Exported>();
  before(async () => {
    bank = await aBank();
    for (const { name, type, labels } of [
      ...(await bank.bank.metrics.read()),
      ...installationMetrics,
    ]) {
      const known = byName.get(name)?.labels ?? [];
      byName.set(name, { name, type, labels: [...known, ...labels] });
    }
  });
  after(() => bank.close());

  /** Returns what is wrong with the metrics of an expression. */
  const findFaults = (expression: string): readonly string[] =>
    findMetrics(expression).flatMap(({ name, labels }) => {
      // Prometheus itself has this one for every process it reads.
      if (name === "up") return [];
      const metric = findExported(name);
      if (metric === undefined) return [`the bank does not export ${name}`];
      const own = [...metric.labels, ...(name.endsWith("_bucket") ? ["le"] : []), ...scrapeLabels];
      return labels
        .filter((label) => !own.includes(label))
        .map((label) => `${name} has no label ${label}`);
    });

  const findExported = (name: string): Exported | undefined => {
    const ofHistogram = byName.get(name.replace(/_(?:bucket|sum|count)$/, ""));
    if (ofHistogram?.type === "histogram" && ofHistogram.name !== name) return ofHistogram;
    const metric = byName.get(name);
    return metric?.type === "histogram" ? undefined : metric;
  };

  test("finds a metric or a label that does not exist", () => {
    assert.deepEqual(findFaults('sum by (cache) (rate(varde_cache_hits_total{x="(a|b)"}[5m]))'), [
      "varde_cache_hits_total has no label x",
    ]);
    assert.deepEqual(findFaults("max(varde_no_such_metric) > 3"), [
      "the bank does not export varde_no_such_metric",
    ]);
    assert.deepEqual(findFaults("rate(varde_request_duration_seconds[5m])"), [
      "the bank does not export varde_request_duration_seconds",
    ]);
  });

  test("every alert reads metrics that the bank exports", () => {
    assert.ok(alerts.length > 0);
    for (const { alert, expr } of alerts) {
      assert.ok(findMetrics(expr).length > 0, alert);
      assert.deepEqual(findFaults(expr), [], alert);
    }
  });

  test("every panel reads metrics that the bank exports", () => {
    assert.ok(panels.length > 0);
    for (const { title, targets = [] } of panels) {
      assert.ok(targets.length > 0, title);
      for (const { expr } of targets) {
        // Grafana replaces its variables before it sends the expression.
        assert.deepEqual(findFaults(expr.replaceAll("$__rate_interval", "1m")), [], title);
      }
    }
  });

  test("every metric of the bank is on the dashboard, in an alert or in a runbook", () => {
    const used = [
      ...alerts.map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...runbooks.map((file) => read(join(runbookFolder, file))),
    ].join("\n");
    const unused = [...byName.keys()].filter(
      (name) => name.startsWith("varde_") && !used.includes(name),
    );
    assert.deepEqual(unused, []);
  });

  test("every runbook names metrics and settings that exist, and tests that try it", () => {
    for (const file of runbooks) {
      const text = read(join(runbookFolder, file));
      const named = text.matchAll(/\b(?:varde|process|nodejs)_[a-z0-9_]+\b/g);
      for (const [name] of named) {
        const isExported = byName.has(name) || findExported(name) !== undefined;
        assert.ok(isExported, `${file}: the bank does not export ${name}`);
      }
      const tries = [...(text.split("## Tried by")[1] ?? "").matchAll(/`([^`]+)`/g)];
      assert.ok(tries.length > 0, `${file} says which test tries it`);
      for (const [, path = ""] of tries)
        assert.ok(existsSync(join(root, path)), `${file}: ${path}`);
    }
  });

  test("every alert has its runbook, and every runbook its alert", () => {
    const index = read(join(runbookFolder, "README.md"));
    for (const { alert, labels, annotations } of alerts) {
      const { runbook, summary, description } = annotations;
      assert.ok(read(runbook).includes(`\`${alert}\``), `${runbook} names ${alert}`);
      assert.ok(index.includes(`| \`${alert}\` |`), `the index has ${alert}`);
      assert.ok(["page", "ticket"].includes(labels.severity), alert);
      assert.ok(summary !== "" && description !== "", alert);
    }
    assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
    const named = new Set(alerts.map(({ annotations }) => annotations.runbook));
    assert.deepEqual(
      [...named].toSorted(),
      runbooks.map((file) => `${runbookFolder}/${file}`),
    );
  });

  test("the panels of the dashboard have ids of their own and do not overlap", () => {
    const { panels: all } = dashboard;
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of all) {
      assert.ok(gridPos.x + gridPos.w <= 24, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          assert.ok(!taken.has(`${x} ${y}`), `${title} overlaps another panel`);
          taken.add(`${x} ${y}`);
        }
      }
    }
    for (const { title, description = "" } of panels) assert.notEqual(description, "", title);
  });
});

describe("promtool", { skip: missingPrograms(["promtool"]) }, () => {
  test("accepts the rules and the example configuration", () => {
    const folder = join(root, "packaging/prometheus");
    execFileSync("promtool", ["check", "rules", "varde-alerts.yaml"], { cwd: folder });
    execFileSync("promtool", ["check", "config", "prometheus.yaml"], { cwd: folder });
  });
});
