import assert from "node:assert/strict";
import { test } from "node:test";
import type { SentRequest } from "@varde/protocol";
import { ExplanationWorker } from "../../../src/operations/explanations/explanation-worker.ts";

const arrivedMs = Date.parse("2026-11-16T12:00:00Z");

const aTask = (bodyBytes: number) => {
  const body = Buffer.alloc(bodyBytes, "x");
  const headers = [["digest", "SHA-256=x"]] as const;
  const request: SentRequest = { method: "POST", target: "/v1/payments/x", headers, body };
  return { mode: "sandbox" as const, request, arrivedMs };
};

test("A35: requesters take turns, and of each the smallest request comes first", async () => {
  const worker = new ExplanationWorker();
  const done: string[] = [];
  const ask = async (requester: string, bytes: number): Promise<void> => {
    const explained = worker.explain(aTask(bytes), requester);
    assert.ok(explained !== "busy");
    await explained;
    done.push(`${requester} ${bytes}`);
  };
  try {
    await Promise.all([
      ...[850_000, 850_001, 850_002, 850_003, 850_004].map((bytes) => ask("one", bytes)),
      ask("one", 10),
      ask("other", 20),
      ask("other", 30),
    ]);
  } finally {
    await worker.close();
  }
  // The first was being explained when the others arrived.
  assert.deepEqual(done, [
    "one 850000",
    "one 10",
    "other 20",
    "one 850001",
    "other 30",
    "one 850002",
    "one 850003",
    "one 850004",
  ]);
});

test("A35: each requester, and all together, can have only so many waiting", async () => {
  const worker = new ExplanationWorker();
  const waiting: Promise<unknown>[] = [];
  const countAccepted = (requester: string, asked: number): number => {
    const found = Array.from({ length: asked }, () => worker.explain(aTask(1), requester));
    const accepted = found.filter((one) => one !== "busy");
    waiting.push(...accepted);
    return accepted.length;
  };
  try {
    // One more than waits: it is being explained.
    assert.equal(countAccepted("one", 30), 21);
    const others = ["a", "b", "c", "d", "e"].map((requester) => countAccepted(requester, 30));
    assert.deepEqual(others, [20, 20, 20, 20, 0]);
    await Promise.all(waiting);
    assert.equal(countAccepted("e", 1), 1);
    await Promise.all(waiting);
  } finally {
    await worker.close();
  }
});
