import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { InstructionOutcome } from "@varde/bank";
import { serveLocally } from "@varde/testkit/processes";
import { createHttpCoreBank, signWebhook } from "../src/index.ts";
import { portListener } from "./a-core-bank-server.ts";

const secret = "a secret of thirty-two characters";
const oldSecret = "the secret that was used before today";
const body = JSON.stringify({ worldId: "bank" });
const outcome: InstructionOutcome = {
  instructionId: "i1",
  outcome: { kind: "settled" },
  receipt: "r1",
};

/** A core bank with one outcome, and two processes of a bank that it pushes to. */
const start = async () => {
  const stack = new AsyncDisposableStack();
  const state = { now: Date.now(), lists: 0, outcomes: [] as InstructionOutcome[], isDown: false };
  const core = stack.use(
    await serveLocally(
      portListener({
        coreBank: {
          listOutcomes: async () => {
            state.lists += 1;
            if (state.isDown) throw new Error("down");
            return state.outcomes;
          },
          acknowledgeOutcomes: async () => {
            state.outcomes = [];
          },
        },
      }),
    ),
  );
  const startProcess = async () => {
    const applied: string[] = [];
    const http = createHttpCoreBank({
      url: core.url,
      outcomes: { mode: "push", secrets: [secret, oldSecret] },
      now: () => state.now,
    });
    stack.defer(http.close);
    const collect = async (worldId: string): Promise<void> => {
      for (;;) {
        const listed = await http.coreBank.listOutcomes(worldId, 10);
        if (listed.length === 0) return;
        applied.push(...listed.map(({ instructionId }) => instructionId));
        await http.coreBank.acknowledgeOutcomes(worldId, listed);
      }
    };
    assert(http.receiveOutcomes !== undefined);
    const refused: string[] = [];
    const listener = http.receiveOutcomes(collect, (reason) => void refused.push(reason));
    const { url } = stack.use(await serveLocally(listener));
    const push = async (
      headers: Readonly<Record<string, string>>,
      text = body,
    ): Promise<{ readonly status: number; readonly detail: string }> => {
      const response = await fetch(url, { method: "POST", headers, body: text });
      const json = response.status === 204 ? {} : await response.json();
      return { status: response.status, detail: Object(json).detail ?? "" };
    };
    return { applied, refused, collect, push, url };
  };
  const one = await startProcess();
  const other = await startProcess();
  return { state, one, other, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

describe("the webhook for outcomes", () => {
  test("makes one process apply each outcome once, whichever receives it", async () => {
    await using banks = await start();
    const { state, one, other } = banks;
    await one.collect("bank");
    await other.collect("bank");
    state.outcomes = [outcome];
    const headers = signWebhook(secret, body, state.now);
    assert.equal((await one.push(headers)).status, 204);
    assert.deepEqual([one.applied, other.applied], [["i1"], []]);
    // The same delivery at the other process, which has not seen it, only makes it ask.
    assert.equal((await other.push(headers)).status, 204);
    assert.deepEqual([one.applied, other.applied], [["i1"], []]);
  });

  test("spares the core bank questions until it pushes or a minute has passed", async () => {
    await using banks = await start();
    const { state, one } = banks;
    await one.collect("bank");
    assert.equal(state.lists, 1);
    await one.collect("bank");
    assert.equal(state.lists, 1);
    await one.push(signWebhook(oldSecret, body, state.now));
    assert.equal(state.lists, 2);
    state.now += 60_000;
    await one.collect("bank");
    assert.equal(state.lists, 3);
  });

  test("A36: is refused if it is repeated, late, changed or signed by somebody else", async () => {
    await using banks = await start();
    const { state, one } = banks;
    const headers = signWebhook(secret, body, state.now);
    assert.equal((await one.push(headers)).status, 204);
    const refusals = [
      [headers, /was received before/],
      [signWebhook(secret, body, state.now - 301_000), /differs by more than 300 seconds/],
      [signWebhook("another secret", body, state.now), /does not match/],
      [signWebhook(secret, `${body} `, state.now), /does not match/],
      [{ ...signWebhook(secret, body, state.now), "varde-delivery": "x".repeat(20) }, /not match/],
      [{}, /Varde-Timestamp is not a number/],
    ] as const;
    const lists = state.lists;
    for (const [sent, reason] of refusals) {
      const { status, detail } = await one.push(sent);
      assert.equal(status, 401);
      assert.match(detail, reason);
      assert.match(one.refused.at(-1) ?? "", reason);
    }
    assert.equal(one.refused.length, refusals.length);
    assert.equal(state.lists, lists);
    const large = "x".repeat(5_000);
    assert.equal((await one.push(signWebhook(secret, large, state.now), large)).status, 413);
    assert.equal((await one.push(signWebhook(secret, "{}", state.now), "{}")).status, 400);
    assert.equal((await fetch(one.url)).status, 405);
  });

  test("A36: is known as repeated for as long as its time is accepted", async () => {
    await using banks = await start();
    const { state, one } = banks;
    const headers = signWebhook(secret, body, state.now + 299_000);
    assert.equal((await one.push(headers)).status, 204);
    const reasons: string[] = [];
    for (let seconds = 0; seconds < 620; seconds += 20) {
      const { status, detail } = await one.push(headers);
      assert.equal(status, 401);
      reasons.push(detail);
      state.now += 20_000;
    }
    const isLate = (reason: string) => reason.includes("differs by more than 300 seconds");
    const late = reasons.findIndex(isLate);
    assert.deepEqual([late, reasons.slice(late).every(isLate)], [30, true]);
    assert.ok(reasons.slice(0, late).every((reason) => reason.includes("received before")));
  });

  test("is refused with 503 while the outcomes cannot be collected", async () => {
    await using banks = await start();
    const { state, one } = banks;
    state.isDown = true;
    state.outcomes = [outcome];
    assert.equal((await one.push(signWebhook(secret, body, state.now))).status, 503);
    state.isDown = false;
    assert.equal((await one.push(signWebhook(secret, body, state.now))).status, 204);
    assert.deepEqual(one.applied, ["i1"]);
  });
});
