import assert from "node:assert/strict";
import { beforeEach, describe, type TestContext, test } from "node:test";
import {
  addExchange,
  changeFilter,
  clearExchanges,
  clearFilter,
  filter,
  findNeighbour,
  isPaused,
  listChoices,
  missed,
  noteMissed,
  operationName,
  pause,
  rows,
  shownRows,
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

const shownTargets = () => shownRows.value.map(({ target }) => target);

beforeEach(() => {
  pause(false);
  clearExchanges();
  clearFilter();
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

describe("filters", () => {
  const refused = { status: 401, code: "SIGNATURE_INVALID" };

  test("show everything while none is set", (t) => {
    arrive(t, anExchange(), anExchange(refused));
    assert.equal(shownRows.value.length, 2);
    assert.equal(shownRows.value, rows.value);
  });

  test("show only requests that match all of them", (t) => {
    arrive(
      t,
      anExchange({ target: "/both", tpp: "Fjord", operation: "readPayment" }),
      anExchange({ target: "/tpp", tpp: "Fjord" }),
      anExchange({ target: "/operation", operation: "readPayment" }),
    );
    changeFilter({ tpp: "Fjord" });
    assert.deepEqual(shownTargets(), ["/tpp", "/both"]);
    changeFilter({ operation: "readPayment" });
    assert.deepEqual(shownTargets(), ["/both"]);
    clearFilter();
    assert.equal(shownRows.value.length, 3);
    assert.deepEqual(filter.value, { tpp: "", operation: "", status: "", text: "" });
  });

  test("find statuses by their first digit, and refused ones of both kinds", (t) => {
    const statuses = [200, 201, 302, 400, 429, 500];
    arrive(t, ...statuses.map((status) => anExchange({ status })));
    const shown = (status: string) => {
      changeFilter({ status });
      return shownRows.value.map((row) => row.status).toReversed();
    };
    assert.deepEqual(shown("2"), [200, 201]);
    assert.deepEqual(shown("4"), [400, 429]);
    assert.deepEqual(shown("refused"), [400, 429, 500]);
    assert.deepEqual(shown("5"), [500]);
  });

  test("find every word of a search in the path, code, TPP, status or a resource", (t) => {
    arrive(t, anExchange({ ...refused, target: "/v1/accounts", tpp: "Fjord", resources: ["P-1"] }));
    for (const text of ["signature", "ACCOUNTS", "fjord", "401", "p-1", "  fjord   401 "]) {
      changeFilter({ text });
      assert.equal(shownRows.value.length, 1, text);
    }
    changeFilter({ text: "fjord 404" });
    assert.equal(shownRows.value.length, 0);
  });

  test("stay set when requests arrive", (t) => {
    changeFilter({ tpp: "Fjord" });
    arrive(t, anExchange(), anExchange({ tpp: "Fjord", target: "/mine" }));
    assert.deepEqual(shownTargets(), ["/mine"]);
  });

  test("count all unknown paths, which a TPP can invent, as one operation", (t) => {
    arrive(t, anExchange({ operation: "GET /v9/a" }), anExchange({ operation: "POST /x" }));
    assert.deepEqual(rows.value.map(operationName), ["unknown path", "unknown path"]);
    changeFilter({ operation: "unknown path" });
    assert.equal(shownRows.value.length, 2);
  });
});

describe("choices of a filter", () => {
  test("are the values of the list, each once and in order, and the chosen one", (t) => {
    const { tpp: _, ...ofUnknownCaller } = anExchange();
    arrive(
      t,
      ...["Bergen", "Alta", "Bergen", ""].map((tpp) => anExchange({ tpp })),
      ofUnknownCaller,
    );
    assert.deepEqual(
      listChoices((row) => row.tpp, ""),
      ["Alta", "Bergen"],
    );
    assert.deepEqual(
      listChoices((row) => row.tpp, "Gone"),
      ["Alta", "Bergen", "Gone"],
    );
  });

  test("are at most 200", (t) => {
    arrive(t, ...Array.from({ length: 250 }, (_, at) => anExchange({ tpp: `TPP ${at}` })));
    assert.equal(listChoices((row) => row.tpp, "").length, 200);
  });
});

describe("moving between requests", () => {
  test("goes up and down the shown ones and stops at the ends", (t) => {
    arrive(t, ...["c", "x", "b", "a"].map((exchangeId) => anExchange({ exchangeId })));
    arrive(t, anExchange({ exchangeId: "hidden", status: 500 }));
    changeFilter({ status: "2" });
    const neighbour = (openId: string | undefined, step: number) =>
      findNeighbour(openId, step)?.exchangeId;
    assert.equal(neighbour("a", 1), "b");
    assert.equal(neighbour("b", -1), "a");
    assert.equal(neighbour("a", -1), "a");
    assert.equal(neighbour("c", 1), "c");
    assert.equal(neighbour(undefined, 1), "a");
    assert.equal(neighbour("hidden", 1), "a");
  });

  test("finds nothing in an empty list", () => {
    assert.equal(findNeighbour("a", 1), undefined);
  });
});
