import { describe, test } from "node:test";
import { outbox } from "./cases/outbox.ts";

/** Places between two that are tried: few are between claiming an instruction and sending it. */
const strides = [3, 30];

describe("two processes that overlap in deliveries on sqlite", () => {
  for (const [index, { title, run }] of outbox.entries()) {
    test(title, () => run("sqlite", strides[index] ?? 1));
  }
});
