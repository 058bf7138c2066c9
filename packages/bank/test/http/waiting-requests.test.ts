import assert from "node:assert/strict";
import { after, beforeEach, describe, mock, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { WaitingRequests } from "../../src/http/connections/waiting-requests.ts";

describe("WaitingRequests", () => {
  let waiting: WaitingRequests;
  let events: string[];
  /** Callers whose share of the requests in flight is used up. */
  let withoutRoom: Set<string>;
  let freePlaces: number;
  let advance: (ms: number) => void;
  beforeEach(() => {
    mock.reset();
    waiting = new WaitingRequests({ countMax: 6, bytesMax: 1_000, waitMs: 1_000 });
    events = [];
    withoutRoom = new Set();
    freePlaces = 0;
    mock.timers.enable({ apis: ["setTimeout"] });
    let nowMs = 0;
    mock.method(performance, "now", () => nowMs);
    advance = (ms) => {
      nowMs += ms;
      mock.timers.tick(ms);
    };
  });
  after(() => mock.reset());

  const add = (name: string, bytes = 10) => {
    const [caller = ""] = name;
    return waiting.add({
      caller,
      bytes,
      hasRoom: () => freePlaces > 0 && !withoutRoom.has(caller),
      admit: () => {
        freePlaces -= 1;
        events.push(`${name} served`);
      },
      refuse: () => events.push(`${name} refused`),
    });
  };

  /** Frees places, and lets one turn of the event loop pass. */
  const free = async (places: number) => {
    freePlaces += places;
    waiting.admitSoon();
    waiting.admitSoon();
    await nextTurn();
  };

  test("LIM-31: free places go to the oldest requests", async () => {
    for (const name of ["a1", "b1", "a2", "c1"]) add(name);
    await free(3);
    assert.deepEqual(events, ["a1 served", "b1 served", "a2 served"]);
    await free(2);
    assert.equal(events.at(-1), "c1 served");
    assert.equal(waiting.count, 0);
  });

  test("LIM-31: passes over a caller without room, and serves it when it has room", async () => {
    for (const name of ["a1", "a2", "b1"]) add(name);
    withoutRoom.add("a");
    await free(2);
    assert.deepEqual(events, ["b1 served"]);
    withoutRoom.clear();
    await free(1);
    assert.deepEqual(events, ["b1 served", "a1 served", "a2 served"]);
  });

  test("LIM-31: gives out 64 places in a turn, so that few take each step together", async () => {
    waiting = new WaitingRequests({ countMax: 400, bytesMax: 10_000, waitMs: 1_000 });
    for (let request = 1; request <= 150; request += 1) add(`a${request}`);
    await free(150);
    assert.equal(events.length, 64);
    await nextTurn();
    assert.equal(events.length, 128);
    await nextTurn();
    assert.equal(events.length, 150);
  });

  test("LIM-31: one caller has half of the waiting places, and all have a limit", async () => {
    for (const name of ["a1", "a2", "a3"]) assert(add(name));
    assert.equal(add("a4"), undefined);
    assert(!waiting.hasRoom("a"));
    assert(waiting.hasRoom("b"));
    for (const name of ["b1", "b2", "c1"]) assert(add(name));
    assert(!waiting.hasRoom("c"));
    assert.equal(add("c2"), undefined);
    await free(1);
    assert(waiting.hasRoom("c"));
    assert(add("c2"));
  });

  test("LIM-31: the bytes of waiting requests are limited, in all and for one caller", async () => {
    assert(add("a1", 300));
    assert.equal(add("a2", 201), undefined);
    assert(add("a2", 200));
    assert(add("b1", 499));
    assert.equal(add("c1", 2), undefined);
    assert(add("c1", 1));
    assert(!waiting.hasRoom("d"));
    await free(1);
    assert(waiting.hasRoom("d"));
    assert(add("c2", 299));
  });

  test("LIM-31: a request is refused after a second, and a later one after its own second", () => {
    add("a1");
    advance(600);
    add("b1");
    advance(399);
    assert.deepEqual(events, []);
    advance(1);
    assert.deepEqual(events, ["a1 refused"]);
    advance(600);
    assert.deepEqual(events, ["a1 refused", "b1 refused"]);
    assert.equal(waiting.count, 0);
    add("c1");
    advance(1_000);
    assert.equal(events.at(-1), "c1 refused");
  });

  test("a request whose client has gone leaves its place to others", async () => {
    const remove = add("a1", 500);
    assert.equal(add("a2", 500), undefined);
    remove?.();
    remove?.();
    assert.equal(waiting.count, 0);
    assert(add("a2", 500));
    await free(1);
    assert.deepEqual(events, ["a2 served"]);
    assert(!waiting.has("a"));
  });
});
