import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";
import { fetchMetrics, sumSeries } from "./fetch-metrics.ts";

/** Reads how many responses were counted with these labels. */
const readCount = async (address: string, operation: string, status: number): Promise<number> =>
  sumSeries(await fetchMetrics(address), "varde_responses_total", {
    operation,
    status: String(status),
  });

test("counts pages, health, control API, unknown paths and unreadable requests", async () => {
  await using bank = await aBank();
  const { http } = bank.addresses;
  const sent: readonly (readonly [path: string, operation: string, status: number])[] = [
    ["/sca/unknown", "GET /sca/:secret", 410],
    ["/health/live", "GET /health/live", 200],
    ["/control/v1/worlds", "GET /control/v1/worlds", 200],
    ["/nowhere", "unrouted", 404],
  ];
  for (const [path, operation, status] of sent) {
    assert.equal((await fetch(http + path)).status, status, path);
    assert.equal(await readCount(http, operation, status), 1, operation);
  }
  assert.equal((await fetch(`${http}/v1/nowhere`)).status, 404);
  assert.equal(await readCount(http, "unrouted", 404), 2);
  assert.equal((await fetch(`${http}/v1/consents`)).status, 405);
  assert.equal(await readCount(http, "unrouted", 405), 1);
  const socket = connect(Number(new URL(http).port), "127.0.0.1");
  socket.write("not HTTP\r\n\r\n");
  await once(socket, "data");
  socket.destroy();
  assert.equal(await readCount(http, "unreadable", 400), 1);
});

test("counts operations, and overload refusals with the operation they were for", async () => {
  await using bank = await aBank({ bank: { requestsInFlightMax: 1 } });
  const { http } = bank.addresses;
  const tpp = aTpp(bank);
  const read = await tpp.sign({ path: "/v1/sandbox/customers" });
  assert.equal((await tpp.sendAgain(read)).status, 200);
  assert.equal(await readCount(http, "listCustomers", 200), 1);
  // A body that is never sent occupies the only slot.
  const slow = connect(Number(new URL(http).port), "127.0.0.1");
  slow.write("POST /v1/consents HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");
  let served = 1;
  while ((await tpp.sendAgain(read)).status === 200) served += 1;
  slow.destroy();
  assert.equal(await readCount(http, "listCustomers", 200), served);
  assert.equal(await readCount(http, "listCustomers", 503), 1);
  const metrics = await fetchMetrics(http);
  assert.equal(sumSeries(metrics, "varde_requests_not_admitted_total", { reason: "overload" }), 1);
});
