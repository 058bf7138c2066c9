import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { aBank, aBankWithRegister } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { formatRequest } from "@varde/testkit/tpp";
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
  await using bank = await aBankWithRegister({ requestsInFlightMax: 1 });
  const { metrics, tpp } = bank;
  const read = await tpp.sign({ path: "/v1/accounts" });
  const { status } = await tpp.sendAgain(read);
  assert.equal(metrics.value("responses", "listAccounts", String(status)).value, 1);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  bank.register.admit = async () => {
    asked.resolve();
    await held.promise;
    return { isAdmitted: true };
  };
  const slow = tpp.sendAgain(read);
  await asked.promise;
  assert.equal((await tpp.sendAgain(read)).status, 503);
  held.resolve();
  assert.equal((await slow).status, status);
  assert.equal(metrics.value("responses", "listAccounts", "503").value, 1);
  assert.equal(metrics.value("notAdmitted", "overload").value, 1);
});

test("counts a request that had begun before the bank stopped", async () => {
  await using bank = await aBankWithRegister({});
  const { metrics, tpp } = bank;
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  bank.register.admit = async () => {
    asked.resolve();
    await held.promise;
    return { isAdmitted: true };
  };
  const port = Number(new URL(bank.address).port);
  const read = await tpp.sign({ path: "/v1/accounts" });
  const first = connect(port, "127.0.0.1");
  first.resume().write(formatRequest(read.method, read.path, read.headers));
  await asked.promise;
  // A request whose body has begun keeps its connection open while the bank stops.
  const created = await tpp.sign({ method: "POST", path: ndct, body: aPayment() });
  const second = connect(port, "127.0.0.1");
  const whole = formatRequest(created.method, created.path, created.headers, created.body);
  second.resume().write(whole.subarray(0, -1));
  await once(second, "connect");
  await fetchMetrics(bank.address);
  const closed = bank.close();
  // No new connection is accepted once the bank refuses requests.
  while (await isAccepted(port));
  const responded = once(second, "data");
  second.write(whole.subarray(-1));
  await responded;
  held.resolve();
  await closed;
  // It is served, and refused for the headers that it lacks.
  assert.equal(metrics.value("responses", "createPayment", "400").value, 1);
});

/** Whether a server accepts a connection on a port of this machine. */
const isAccepted = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
};
