import { describe, test } from "node:test";
import { batches } from "./cases/batches.ts";

/** Places between two that are tried; the long test tries all of them. */
const stride = 30;

describe("two processes that overlap in a batch on sqlite", () => {
  for (const { title, run } of batches) test(title, () => run("sqlite", stride));
});
