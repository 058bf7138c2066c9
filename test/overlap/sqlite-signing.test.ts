import { describe, test } from "node:test";
import { signing } from "./cases/signing.ts";

/** Places between two that are tried; the long test tries all of them. */
const stride = 30;

describe("two processes that overlap in a signing on sqlite", () => {
  for (const { title, run } of signing) test(title, () => run("sqlite", stride));
});
