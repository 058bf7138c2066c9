import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { HandledRequest } from "@varde/bank";
import { createRequestLog } from "../../src/requests/request-log.ts";

const worldId = "world";

const anExchange = (body: string): HandledRequest =>
  ({
    context: {
      operation: { id: "listTransactions" },
      received: { receivedAt: 0, method: "GET", target: "/v1", rawBody: new Uint8Array() },
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
    const log = createRequestLog();
    const record = () => {
      const exchange = anExchange("a".repeat(100_000));
      log.record(exchange);
      return new WeakRef(exchange);
    };
    const recorded = record();
    await setImmediate();
    collectGarbage();
    assert.equal(recorded.deref(), undefined);
    const [shown] = log.list(worldId, 1);
    assert.equal(shown?.response.body, "a".repeat(4_000));
  });

  test("shows a short response completely", () => {
    const log = createRequestLog();
    log.record(anExchange("{}"));
    const [shown] = log.list(worldId, 1);
    assert.equal(shown?.response.body, "{}");
  });
});
