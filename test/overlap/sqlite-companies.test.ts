import { describe, test } from "node:test";
import { mandates } from "./cases/mandates.ts";
import { outcomes } from "./cases/outcomes.ts";

/** Places between two that are tried; the long test tries all of them. */
const stride = 12;

describe("two processes that overlap in a company's signing or in outcomes on sqlite", () => {
  for (const { title, run } of [...mandates, ...outcomes]) test(title, () => run("sqlite", stride));
});
