import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, mock, test } from "node:test";
import { aBank, aProductionBank, onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayment, ndct, payerAt } from "@varde/testkit/payments";
import { commandOf, missingPrograms } from "@varde/testkit/processes";
import { aTpp } from "@varde/testkit/tpp";
import { fetchMetrics, type ParsedMetrics, sumSeries } from "./fetch-metrics.ts";

/** Checks that the buckets of every histogram grow, and end with its count. */
const assertHistograms = ({ types, samples }: ParsedMetrics): void => {
  for (const [name, type] of types) {
    if (type !== "histogram") continue;
    for (const { labels, value } of samples.filter((sample) => sample.name === `${name}_count`)) {
      const ofSeries = samples.filter(
        (sample) =>
          sample.name === `${name}_bucket` &&
          Object.entries(labels).every(([key, label]) => sample.labels[key] === label),
      );
      const counts = ofSeries.map((sample) => sample.value);
      assert.deepEqual(
        counts,
        counts.toSorted((one, other) => one - other),
        name,
      );
      assert.equal(ofSeries.at(-1)?.labels.le, "+Inf");
      assert.equal(counts.at(-1), value, name);
    }
  }
};

describe("the metrics of a sandbox", () => {
  withBankOnBothEngines((bank, engine) => {
    test("are valid, and count what was done", async () => {
      const { http } = bank().addresses;
      const before = await fetchMetrics(http);
      const tpp = aTpp(bank());
      const created = await tpp.send({
        path: ndct,
        body: aPayment(),
        headers: {
          "x-accept-fix": "amount-as-string",
          "TPP-Redirect-URI": "https://tpp.example/back",
          "TPP-Session-ID": "11111111-2222-4333-8444-555555555555",
          "PSU-Context": "PRIVATE",
          "PSU-IP-Address": "192.0.2.1",
        },
      });
      assert.equal(created.status, 201, created.text);
      assert.equal((await tpp.send({ path: "/v1/sandbox/customers" })).status, 200);
      const metrics = await fetchMetrics(http);
      assertHistograms(metrics);
      const sum = sumSeries.bind(undefined, metrics);
      assert.equal(sum("varde_request_duration_seconds_count", { operation: "createPayment" }), 1);
      for (const stage of ["body", "checks", "useCase", "response"]) {
        assert.equal(sum("varde_stage_duration_seconds_count", { stage }), 2, stage);
      }
      assert.ok(sum("varde_database_duration_seconds_count", { step: "write" }) > 0);
      assert.ok(
        sum("varde_database_transactions_total") >
          sumSeries(before, "varde_database_transactions_total"),
      );
      assert.equal(sum("varde_cache_misses_total", { cache: "certificates" }), 1);
      assert.equal(sum("varde_cache_hits_total", { cache: "certificates" }), 1);
      assert.equal(sum("varde_requests_in_flight"), 0);
      assert.ok(sum("varde_connections_open") >= 1);
      assert.equal(sum("varde_database_writable"), 1);
      assert.equal(sum("varde_instructions_oldest_seconds"), 0);
      assert.equal(sum("varde_database_connections_max"), engine === "postgres" ? 10 : 0);
    });
  });

  test("get no remark of promtool", { skip: missingPrograms(["promtool"]) }, async () => {
    await using bank = await aBank();
    assert.equal((await aTpp(bank).send({ path: "/v1/sandbox/customers" })).status, 200);
    const input = await (await fetch(`${bank.addresses.http}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync(commandOf("promtool"), ["check", "metrics"], {
      input,
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout, stderr], [0, "", ""]);
  });

  test("with metrics: false, still show the process and the database", async () => {
    await using bank = await aBank({ bank: { metrics: false } });
    const { http } = bank.addresses;
    assert.equal((await aTpp(bank).send({ path: "/v1/sandbox/customers" })).status, 200);
    const metrics = await fetchMetrics(http);
    assert.equal(sumSeries(metrics, "varde_responses_total"), 0);
    assert.equal(sumSeries(metrics, "varde_database_duration_seconds_count"), 0);
    assert.equal(sumSeries(metrics, "varde_database_writable"), 1);
    assert.ok(sumSeries(metrics, "process_resident_memory_bytes") > 0);
  });
});

describe("the metrics of a bank in production", () => {
  test("time the calls to each port, and show how many are in flight", async () => {
    await using sandbox = await aBank();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await using bank = await aProductionBank(
      sandbox,
      { anchors: [sandbox.authority.certificate] },
      {
        tppRegister: {
          admit: async () => {
            asked.resolve();
            await held.promise;
            return { isAdmitted: true };
          },
        },
      },
    );
    const { http } = bank.addresses;
    const sent = aTpp(bank, sandbox.tpp).send({ path: "/v1/accounts" });
    await asked.promise;
    const during = await fetchMetrics(http);
    assert.equal(sumSeries(during, "varde_port_calls_in_flight", { port: "tppRegister" }), 1);
    assert.equal(sumSeries(during, "varde_requests_in_flight"), 1);
    held.resolve();
    await sent;
    const after = await fetchMetrics(http);
    assertHistograms(after);
    const method = "tppRegister.admit";
    assert.equal(sumSeries(after, "varde_port_duration_seconds_count", { method }), 1);
    assert.equal(sumSeries(after, "varde_port_calls_in_flight", { port: "tppRegister" }), 0);
  });
});

test("the metrics show how long the oldest instruction has been waiting", async () => {
  await using bank = await aBank({ hasBackgroundJobs: false });
  const { http } = bank.addresses;
  const payer = await payerAt(bank, "2026-11-16T07:00");
  const worldId = await onlyWorld(bank);
  const ofNeighbour = sumSeries(await fetchMetrics(http), "varde_instructions_waiting");
  await payer.pay(ndct, aPayment());
  mock.method(bank.bank.coreBank, "submitAll", async () => {
    throw new Error("ECONNREFUSED");
  });
  await assert.rejects(bank.runBatch(worldId), /ECONNREFUSED/);
  await bank.clock.advanceClock(worldId, 600_000);
  const stuck = await fetchMetrics(http);
  assert.equal(sumSeries(stuck, "varde_instructions_waiting"), ofNeighbour + 1);
  const age = sumSeries(stuck, "varde_instructions_oldest_seconds");
  assert.ok(age >= 600, `${age} seconds`);
  // A value from before the database was lost is not shown as current.
  const lost = mock.method(bank.bank.storage, "read", () => Promise.reject(new Error("lost")));
  const blind = await fetchMetrics(http);
  lost.mock.restore();
  for (const name of ["varde_instructions_oldest_seconds", "varde_instructions_waiting"]) {
    assert.ok(
      stuck.samples.some((series) => series.name === name),
      `${name} was not shown before`,
    );
    assert.ok(!blind.samples.some((series) => series.name === name), `${name} is shown`);
  }
});
