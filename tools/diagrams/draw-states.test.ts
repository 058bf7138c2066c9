import assert from "node:assert/strict";
import { test } from "node:test";
import { drawSequence } from "./draw-sequence.ts";
import { drawStates } from "./draw-states.ts";
import { stateDiagrams } from "./state-diagrams.ts";

test("a picture shows and describes every transition of its table", () => {
  for (const [name, diagram] of Object.entries(stateDiagrams)) {
    const picture = drawStates(diagram);
    const [, description = ""] = /<desc id="description">(.*)<\/desc>/.exec(picture) ?? [];
    for (const [from, row] of Object.entries(diagram.transitions)) {
      for (const [event, to] of Object.entries(row)) {
        const label = diagram.labels[event] ?? "";
        const sentence = new RegExp(`${from} (?:becomes|stays) ${to}: [^.]*${label}`);
        assert.match(description, sentence, name);
      }
    }
    assert.match(picture, /prefers-color-scheme: dark/);
  }
});

test("a state without a place and an event without a text stop the command", () => {
  const { "basket-states": basket } = stateDiagrams;
  assert(basket !== undefined);
  const { transitions } = basket;
  const moved = { ...transitions, signed: { archived: "old" } };
  assert.throws(() => drawStates({ ...basket, transitions: moved }), /Give old a place/);
  const renamed = { ...transitions, signed: { archived: "deleted" } };
  assert.throws(() => drawStates({ ...basket, transitions: renamed }), /Say what "archived"/);
});

test("a sequence has an arrow and a sentence for each message", () => {
  const run = {
    title: "A call",
    participants: ["TPP", "Bank"],
    messages: [
      { from: "TPP", to: "Bank", kind: "call", text: "GET /v1/accounts", detail: "PSU-ID" },
      { from: "Bank", to: "TPP", kind: "reply", text: "200, <accounts>" },
    ],
  } as const;
  for (const size of ["wide", "narrow"] as const) {
    const picture = drawSequence(run, size);
    assert.equal(picture.match(/<path class="arrow/g)?.length, 2);
    assert.match(
      picture,
      /1\. TPP to Bank: GET \/v1\/accounts \(PSU-ID\)\. 2\. Bank to TPP: 200, &lt;/,
    );
  }
});
