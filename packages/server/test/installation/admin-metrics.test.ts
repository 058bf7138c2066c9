import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import { bankMetricDefinitions } from "@varde/bank";
import { operations } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { BanksFolder } from "@varde/testkit/server";
import { presentBank } from "../../src/index.ts";
import { InstallationMetrics } from "../../src/installation/installation-metrics.ts";
import { startReceiver } from "../telemetry/otlp-receiver.ts";
import { anInstallation, openConnection, type TestInstallation } from "./an-installation.ts";

/** Returns the values of a page of metrics, by name and labels. Each may be there once only. */
const parse = (text: string): ReadonlyMap<string, number> => {
  const lines = text.trimEnd().split("\n");
  const values = lines
    .filter((line) => !line.startsWith("#"))
    .map((line): [string, number] => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    });
  const types = lines.filter((line) => line.startsWith("# TYPE "));
  for (const all of [types, values.map(([key]) => key)]) {
    assert.deepEqual(
      all.filter((key, at) => all.indexOf(key) !== at),
      [],
    );
  }
  return new Map(values);
};

describe("metrics of several banks", () => {
  const folder = new BanksFolder(["fjordvik", "heiane", "lyngen"]);
  let installation: TestInstallation;
  before(async () => {
    folder.configureBank("lyngen", { country: "Norge" });
    installation = await anInstallation(folder);
  });
  after(async () => {
    await installation.close();
    folder[Symbol.dispose]();
  });

  const fetchMetrics = async (query = "") => {
    const response = await fetch(`${installation.addresses.admin}/metrics${query}`);
    assert.equal(response.status, 200);
    return parse(await response.text());
  };
  const send = async (host: string, path: string) => {
    await using connection = await openConnection(installation.addresses.http ?? "");
    return await connection.send(`GET ${path} HTTP/1.1`, `Host: ${host}`);
  };

  test("label each bank, and name the process once", async () => {
    await send("fjordvik.example", "/v1/accounts");
    await send("fjordvik.example", "/v1/accounts");
    await send("heiane.example", "/v1/accounts");
    await send("heiane.example", "/no-such-page");
    const found = await fetchMetrics();
    const responses = 'varde_responses_total{bank="fjordvik",service="ais",status="4xx"}';
    assert.equal(found.get(responses), 2);
    assert.equal(found.get(responses.replace("fjordvik", "heiane")), 1);
    const page = 'varde_responses_total{bank="heiane",service="page",status="4xx"}';
    assert.equal(found.get(page), 1);
    const duration = 'varde_request_duration_seconds_count{bank="fjordvik",service="ais"}';
    assert.equal(found.get(duration), 2);
    assert.equal(
      found.get('varde_request_duration_seconds_bucket{bank="fjordvik",service="ais",le="30"}'),
      2,
    );
    const total = 'varde_operation_duration_seconds_count{operation="listAccounts"}';
    assert.equal(found.get(total), 3);
    assert.equal(
      [...found.keys()].filter((key) => key.startsWith("process_resident_memory_bytes")).length,
      1,
    );
    assert.equal([...found.keys()].filter((key) => /^varde_connections_open/.test(key)).length, 1);
  });

  test("have the state of every bank", async () => {
    const found = await fetchMetrics();
    const state = (bank: string, name: string) =>
      found.get(`varde_bank_state{bank="${bank}",state="${name}"}`);
    assert.deepEqual([state("fjordvik", "ready"), state("fjordvik", "failed")], [1, 0]);
    assert.deepEqual([state("lyngen", "ready"), state("lyngen", "failed")], [0, 1]);
  });

  test("of one bank have all labels, and nothing of the process or other banks", async () => {
    const found = await fetchMetrics("?bank=heiane");
    const responses = 'varde_responses_total{bank="heiane",operation="listAccounts",status="400"}';
    assert.equal(found.get(responses), 1);
    assert.deepEqual(
      [...found.keys()].filter((key) => !key.includes('bank="heiane"')),
      [],
    );
    const unknown = await fetch(`${installation.addresses.admin}/metrics?bank=x`);
    assert.equal(unknown.status, 404);
  });

  test("are not served at the host of a bank", async () => {
    assert.equal((await send("fjordvik.example", "/metrics")).status, 404);
  });

  test("over all banks do not fall when a bank is replaced", async () => {
    const key = 'varde_operation_duration_seconds_count{operation="listAccounts"}';
    const count = (await fetchMetrics()).get(key) ?? 0;
    assert(count > 0);
    folder.configureBank("heiane", { strictness: "strict" });
    await installation.reload();
    await send("heiane.example", "/v1/accounts");
    assert.equal((await fetchMetrics()).get(key), count + 1);
  });
});

test("a bank has at most 250 series, even if everything has happened in it", async () => {
  const bank = await aBank();
  try {
    const { metrics } = bank.bank;
    const names = [...Object.keys(operations), "GET /sca/:secret", "unrouted", "unreadable"];
    for (const name of names) {
      for (const status of [200, 201, 303, 400, 401, 404, 429, 500, 503]) {
        for (const isComplete of [true, false]) {
          metrics.observeRequest({
            ...{ name, status, isComplete, operation: undefined, receivedAt: 0, durationMs: 1 },
            ...{ bodyReadMs: 1, checkedMs: 1, handledMs: 1, notAdmitted: "overload" },
            ...{ context: undefined, refusal: undefined, trace: undefined },
          });
        }
      }
    }
    const ports = [
      ...["coreBank", "psuDirectory", "scaMethod", "signingMandates", "appNotifier"],
      ...["tppRegister", "certificateTrust", "kidRegister", "worlds", "responseSigner"],
    ];
    for (const port of ports) {
      for (const method of ["one", "two", "three"]) {
        metrics.observePortCall(`${port}.${method}`, 1);
        metrics.countPortFailure(`${port}.${method}`);
      }
      metrics.value("breakerOpen", port).set(1);
    }
    const jobs = [
      ...["outbox", "batches", "housekeeping", "audit", "audit seal", "audit retention"],
      ...["outcomes", "kpi", "host"],
    ];
    for (const job of jobs) {
      for (const outcome of ["completed", "failed", "overdue"]) {
        metrics.value("jobRuns", job, outcome).add();
      }
      metrics.value("jobLastSuccessAge", job).set(1);
    }
    for (const state of ["busy", "idle"]) metrics.value("databaseConnections", state).set(1);
    metrics.value("databaseConnectionsMax").set(1);
    await metrics.readOwn(0);
    // Only PostgreSQL has it. The next reading does not ask the database again.
    metrics.value("oldestTransaction").set(1);
    const readings = presentBank("fjordvik", await metrics.readOwn(60_000));
    const states = 5;
    const series = readings
      .flatMap((metric) => metric.series)
      .reduce((sum, each) => sum + ("value" in each ? 1 : each.counts.length + 2), states);
    assert(series <= 250, `${series} series`);
    assert(series > 200, `${series} series: this test fills every metric`);
    assert(readings.length < Object.keys(bankMetricDefinitions).length);
    for (const { name, series: each } of readings) assert(each.length > 0, `${name} has no series`);
  } finally {
    await bank.close();
  }
});

test("a bank whose database hangs does not delay the metrics of the others", async () => {
  const [hanging, well] = [await aBank(), await aBank()];
  try {
    const banks = [hanging, well].map(
      ({ bank: { metrics } }, at) => ({ name: `bank-${at}`, state: "ready", metrics }) as const,
    );
    const readings = new InstallationMetrics();
    hanging.bank.metrics.value("notAdmitted", "overload").add(7);
    await readings.readAll(banks);
    mock.timers.enable({ apis: ["setTimeout"] });
    hanging.bank.metrics.onQuery(() => new Promise(() => {}));
    await hanging.bank.metrics.readOwn(60_000);
    // As if the last query were older than the reader accepts.
    const stuck = hanging.bank.metrics.read();
    const reading = readings.readAll(banks);
    mock.timers.tick(2_000);
    const refused = (await reading).find(
      ({ name }) => name === "varde_requests_not_admitted_total",
    );
    assert.deepEqual(
      refused?.series
        .filter(({ labels }) => labels[1] === "overload")
        .map((each) => [each.labels[0], "value" in each && each.value]),
      [
        ["bank-0", 7],
        ["bank-1", 0],
      ],
    );
    assert.equal(await Promise.race([stuck, "pending"]), "pending");
  } finally {
    mock.timers.reset();
    await Promise.all([hanging.close(), well.close()]);
  }
});

test("one exporter sends the telemetry of each bank, and of the process once", async () => {
  await using collector = await startReceiver();
  using folder = new BanksFolder();
  folder.configureInstallation({ telemetry: { endpoint: collector.url, intervalMs: 200 } });
  const read = (kind: "resourceMetrics" | "resourceSpans") =>
    collector.texts.map((text) => JSON.parse(text)[kind]).filter((parts) => parts !== undefined);
  const names = (parts: readonly unknown[]) =>
    parts.map(
      (part) => /"varde.bank","value":\{"stringValue":"(\w+)"/.exec(JSON.stringify(part))?.[1],
    );
  const both = ["fjordvik", "heiane"];
  const hasBoth = (parts: readonly unknown[]) => both.every((bank) => names(parts).includes(bank));
  const ofProcess = ["process_resident_memory_bytes", "varde_connections_open"];
  /** While the banks start, the process does not count connections yet. */
  const hasAll = (parts: readonly unknown[]) =>
    hasBoth(parts) && ofProcess.every((metric) => JSON.stringify(parts).includes(`"${metric}"`));
  const end = Date.now() + 60_000;
  {
    await using installation = await anInstallation(folder);
    await using connection = await openConnection(installation.addresses.http ?? "");
    while (!read("resourceMetrics").some(hasAll) || !read("resourceSpans").some(hasBoth)) {
      assert(Date.now() < end, "no request has the telemetry of both banks");
      for (const bank of both) {
        await connection.send("GET /v1/accounts HTTP/1.1", `Host: ${bank}.example`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const sent = read("resourceMetrics").find(hasAll);
  assert.deepEqual(names(sent), [undefined, ...both]);
  const [process, ...banks] = sent;
  for (const metric of ofProcess) {
    assert.match(JSON.stringify(process), new RegExp(`"${metric}"`));
    assert.doesNotMatch(JSON.stringify(banks), new RegExp(`"${metric}"`));
  }
  assert.match(JSON.stringify(banks), /"varde_requests_in_flight"/);
});
