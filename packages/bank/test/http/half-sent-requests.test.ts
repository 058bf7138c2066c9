import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import {
  type HalfSentRequest,
  HalfSentRequests,
} from "../../src/http/connections/half-sent-requests.ts";

const settled = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

const limits = { halfSentMax: 6, halfSentBytesMax: 100 };

describe("HalfSentRequests", () => {
  let requests: HalfSentRequests;
  let abandoned: string[];
  beforeEach(() => {
    requests = new HalfSentRequests({ ...limits, promptMs: 0 });
    abandoned = [];
  });

  const begin = (name: string, address: string, bodyBytes = 0): HalfSentRequest => {
    const request: HalfSentRequest = {
      siblings: undefined,
      bodyBytes: 0,
      since: 0,
      abandon: () => abandoned.push(name),
    };
    requests.begin(request, address);
    requests.grow(request, bodyBytes);
    return request;
  };

  test("LIM-28: abandons the oldest requests of an address that has more than half", async () => {
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) begin(name, "a");
    begin("b1", "b");
    await settled();
    assert.deepEqual(abandoned, ["a1", "a2"]);
    assert.equal(requests.count, 4);
    assert.equal(requests.abandonedCount, 2);
  });

  test("LIM-28: abandons requests of the address that has most if there are too many", async () => {
    for (const name of ["b1", "c1", "c2", "c3", "a1", "a2"]) begin(name, name.slice(0, 1));
    await settled();
    assert.deepEqual(abandoned, []);
    begin("d1", "d");
    await settled();
    assert.deepEqual(abandoned, ["c1"]);
    begin("e1", "e");
    await settled();
    assert.equal(abandoned.length, 2);
    assert.match(abandoned[1] ?? "", /^[ac]/, "each other address has one request only");
    assert.equal(requests.count, 6);
  });

  test("LIM-28: abandons the oldest of all if the busiest address is prompt", async () => {
    requests = new HalfSentRequests({ ...limits, promptMs: 60_000 });
    for (const name of ["a1", "b1", "b2", "b3", "c1", "d1", "e1"]) begin(name, name.slice(0, 1));
    await settled();
    assert.deepEqual(abandoned, ["a1"]);
    begin("b4", "b");
    await settled();
    assert.deepEqual(abandoned, ["a1", "b1"], "b has more than half");
    begin("f1", "f", 60);
    begin("g1", "g", 30);
    begin("g2", "g", 35);
    assert.deepEqual(abandoned, ["a1", "b1", "f1"]);
    await settled();
  });

  test("LIM-28: a request that arrives in the same turn is never abandoned", async () => {
    const prompt = begin("prompt", "a");
    for (let number = 0; number < 20; number += 1) begin(`slow ${number}`, "a");
    requests.end(prompt);
    await settled();
    assert.equal(abandoned.length, 17);
    assert.ok(!abandoned.includes("prompt"));
  });

  test("LIM-28: abandons bodies of the address whose bodies are the largest together", () => {
    begin("small", "a", 10);
    begin("large", "b", 50);
    begin("empty", "c");
    begin("first", "c", 30);
    begin("second", "c", 10);
    assert.deepEqual(abandoned, []);
    begin("third", "c", 20);
    assert.deepEqual(abandoned, ["first"]);
  });

  test("forgets requests that have arrived", async () => {
    for (let number = 0; number < 3_000; number += 1) {
      const request = begin(`whole ${number}`, `address ${number}`, 90);
      requests.end(request);
      requests.end(request);
    }
    await settled();
    assert.equal(requests.count, 0);
    assert.equal(requests.abandonOne(), false);
    assert.deepEqual(abandoned, []);
  });
});
