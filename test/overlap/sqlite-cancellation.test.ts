import { describe, test } from "node:test";
import { cancellation } from "./cases/cancellation.ts";

/** Places between two that are tried; the long test tries all of them. */
const stride = 12;

describe("two processes that overlap in a cancellation on sqlite", () => {
  for (const { title, run } of cancellation) test(title, () => run("sqlite", stride));
});
