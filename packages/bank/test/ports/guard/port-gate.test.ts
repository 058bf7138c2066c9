import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { PortFailed } from "../../../src/ports/guard/port-failed.ts";
import { PortGate, type PortLimits } from "../../../src/ports/guard/port-gate.ts";

const aGate = (limits: Partial<PortLimits> = {}) => {
  const changes: string[] = [];
  const gate = new PortGate(
    "coreBank",
    { timeoutMs: 60_000, callsMax: 2, failuresMax: 3, pauseMs: 60_000, ...limits },
    (port, state) => void changes.push(`${port} ${state}`),
  );
  return { gate, changes };
};

const fail = (gate: PortGate) =>
  assert.rejects(async () => gate.run(() => Promise.reject(new PortFailed("down"))), PortFailed);

test("F14: calls beyond the limit wait for their turn, in order", async () => {
  const { gate } = aGate();
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const calls = [1, 2, 3, 4].map((number) =>
    gate.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  assert.deepEqual(started, [1, 2]);
  assert.partialDeepStrictEqual(gate.state, { callsInFlight: 2, callsWaiting: 2 });
  ends[1]?.();
  await calls[1];
  assert.deepEqual(started, [1, 2, 3]);
  assert.partialDeepStrictEqual(gate.state, { callsInFlight: 2, callsWaiting: 1 });
  ends[0]?.();
  await calls[0];
  ends[2]?.();
  ends[3]?.();
  await Promise.all(calls);
  assert.deepEqual(gate.state, { breaker: "closed", callsInFlight: 0, callsWaiting: 0 });
});

test("F14: a call that gets no turn in time fails and leaves the queue", async () => {
  const { gate } = aGate({ timeoutMs: 10, callsMax: 1 });
  let end = () => {};
  const first = gate.run(() => new Promise<void>((resolve) => (end = resolve)));
  await assert.rejects(
    async () => gate.run(() => {}),
    (error) => error instanceof PortFailed && error.failure === "not-called",
  );
  assert.equal(gate.state.callsWaiting, 0);
  end();
  await first;
});

test("F14: failures in a row open the breaker, and calls fail at once", async () => {
  const { gate, changes } = aGate();
  for (let count = 0; count < 3; count += 1) await fail(gate);
  let isCalled = false;
  assert.throws(
    () =>
      gate.run(() => {
        isCalled = true;
      }),
    /^PortFailed: coreBank is not called: its last 3 calls failed$/,
  );
  assert.deepEqual([isCalled, gate.state.breaker, changes], [false, "open", ["coreBank open"]]);
});

test("F14: a success in between keeps the breaker closed", async () => {
  const { gate, changes } = aGate();
  for (let count = 0; count < 6; count += 1) {
    if (count % 2 === 0) gate.run(() => {});
    await fail(gate);
  }
  assert.deepEqual(changes, []);
});

test("F14: after the pause one call tries the port, and success closes the breaker", async () => {
  const { gate, changes } = aGate({ pauseMs: 5 });
  for (let count = 0; count < 3; count += 1) await fail(gate);
  await setTimeout(20);
  let end = () => {};
  const probe = gate.run(() => new Promise<void>((resolve) => (end = resolve)));
  assert.throws(() => gate.run(() => {}), /is not called/);
  end();
  await probe;
  assert.equal(
    gate.run(() => "done"),
    "done",
  );
  assert.deepEqual(changes, ["coreBank open", "coreBank closed"]);
});

test("F14: an error that the port did not cause does not open the breaker", async () => {
  const { gate } = aGate({ failuresMax: 1 });
  await assert.rejects(async () => gate.run(() => Promise.reject(new Error("storage"))));
  assert.equal(gate.state.breaker, "closed");
});
