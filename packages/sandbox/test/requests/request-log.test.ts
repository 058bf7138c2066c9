import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { HandledRequest } from "@varde/bank";
import { createRequestLog } from "../../src/requests/request-log.ts";

const worldId = "world";
const numbers = { nextNumber: () => 1, owns: () => false };

const anExchange = (body: string): HandledRequest =>
  ({
    context: {
      operation: { id: "listTransactions" },
      received: {
        receivedAt: 0,
        method: "GET",
        target: "/v1",
        rawBody: new Uint8Array(),
        headers: new Map(),
      },
      knownTpp: { worldId, name: "TPP" },
      warnings: [],
      header: () => undefined,
      bodyText: "",
    },
    response: { status: 200, body },
    respondedAt: 1,
  }) as unknown as HandledRequest;

describe("the log of requests", () => {
  test("shows the beginning of a long response, and does not keep the rest in memory", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const log = createRequestLog(numbers);
    const record = () => {
      const exchange = anExchange("a".repeat(100_000));
      log.record(exchange, 1);
      return new WeakRef(exchange);
    };
    const recorded = record();
    await setImmediate();
    collectGarbage();
    assert.equal(recorded.deref(), undefined);
    const [shown] = log.list(worldId, 1);
    assert.equal(shown?.response.body, "a".repeat(4_000));
  });

  test("A35: stores at most 32 million characters, of the worlds that were used last", () => {
    const log = createRequestLog(numbers);
    const longHeader = "h".repeat(5_000);
    const ofWorld = (world: number): HandledRequest => {
      const exchange = anExchange("a".repeat(5_000));
      const knownTpp = { worldId: `world ${world}`, name: "TPP" };
      Object.assign(exchange.context, { knownTpp, header: () => longHeader });
      return exchange;
    };
    for (let world = 0; world < 10; world += 1) {
      for (let request = 0; request < 200; request += 1) {
        log.record(ofWorld(world), 1);
        log.record(ofWorld(0), 1);
      }
    }
    const stored = Array.from({ length: 10 }, (_, world) => log.list(`world ${world}`, 200).length);
    assert.deepEqual(stored, [200, 0, 0, 0, 0, 0, 0, 0, 0, 200]);
    log.forget("world 0");
    log.forget("world 9");
    for (let request = 0; request < 200; request += 1) log.record(ofWorld(1), 1);
    for (let request = 0; request < 200; request += 1) log.record(ofWorld(2), 1);
    assert.equal(log.list("world 1", 200).length, 200, "what was forgotten is not counted");
  });

  test("shows a short response completely", () => {
    const log = createRequestLog(numbers);
    log.record(anExchange("{}"), 1);
    const [shown] = log.list(worldId, 1);
    assert.equal(shown?.response.body, "{}");
  });
});
