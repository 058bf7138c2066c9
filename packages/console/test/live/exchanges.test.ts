import assert from "node:assert/strict";
import { beforeEach, describe, type TestContext, test } from "node:test";
import {
  addExchange,
  clearExchanges,
  isPaused,
  missed,
  noteMissed,
  pause,
  rows,
  waiting,
} from "../../src/live/exchanges.ts";
import { anExchange } from "../an-exchange.ts";

const flushMs = 100;
const rowsMax = 10_000;

/** Adds requests in the order in which they arrive, and waits until the list shows them. */
const arrive = (t: TestContext, ...exchanges: readonly ReturnType<typeof anExchange>[]) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const exchange of exchanges) addExchange(exchange);
  t.mock.timers.tick(flushMs);
  t.mock.timers.reset();
};

const shownTargets = () => rows.value.map(({ target }) => target);

beforeEach(() => {
  pause(false);
  clearExchanges();
});

describe("the list of requests", () => {
  test("has the newest first, also when several arrive together", (t) => {
    arrive(t, anExchange({ target: "/1" }), anExchange({ target: "/2" }));
    arrive(t, anExchange({ target: "/3" }));
    assert.deepEqual(shownTargets(), ["/3", "/2", "/1"]);
  });

  test("changes at most once in a tenth of a second", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let changes = -1;
    const stop = rows.subscribe(() => {
      changes += 1;
    });
    const add = (count: number) => {
      for (let at = 0; at < count; at += 1) addExchange(anExchange());
    };
    const afterMs = (ms: number) => {
      t.mock.timers.tick(ms);
      return [changes, rows.value.length];
    };
    add(50);
    assert.deepEqual(afterMs(flushMs - 1), [0, 0]);
    add(50);
    assert.deepEqual(afterMs(1), [1, 100]);
    add(50);
    assert.deepEqual(afterMs(flushMs - 1), [1, 100]);
    assert.deepEqual(afterMs(1), [2, 150]);
    stop();
  });

  test("forgets the oldest beyond its limit", (t) => {
    arrive(t, anExchange({ target: "/oldest" }), anExchange({ target: "/next" }));
    arrive(t, ...Array.from({ length: rowsMax - 1 }, () => anExchange({ target: "/new" })));
    assert.equal(rows.value.length, rowsMax);
    assert.equal(rows.value.at(-1)?.target, "/next");
  });

  test("does not move while it is paused, and counts what arrives", (t) => {
    arrive(t, anExchange({ target: "/before" }));
    pause(true);
    arrive(t, anExchange({ target: "/1" }), anExchange({ target: "/2" }));
    assert.deepEqual([shownTargets(), isPaused.value, waiting.value], [["/before"], true, 2]);
    pause(false);
    assert.deepEqual([shownTargets(), waiting.value], [["/2", "/1", "/before"], 0]);
  });

  test("stays within its limit when it is paused for long", (t) => {
    pause(true);
    arrive(t, ...Array.from({ length: 1.5 * rowsMax }, () => anExchange()));
    assert.equal(waiting.value, rowsMax);
    arrive(t, ...Array.from({ length: rowsMax }, () => anExchange()));
    assert.equal(waiting.value, rowsMax);
    pause(false);
    assert.equal(rows.value.length, rowsMax);
  });

  test("starts empty with another world, with what had not been shown yet", (t) => {
    arrive(t, anExchange());
    noteMissed(3);
    noteMissed(4);
    assert.equal(missed.value, 7);
    pause(true);
    addExchange(anExchange());
    clearExchanges();
    pause(false);
    assert.deepEqual([rows.value, waiting.value, missed.value], [[], 0, 0]);
  });
});
