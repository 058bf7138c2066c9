import { describe, test } from "node:test";
import { ownChannel } from "./cases/own-channel.ts";

/** Places between two that are tried; the long test tries all of them. */
const stride = 12;

describe("two processes that overlap in changes on sqlite", () => {
  for (const { title, run } of ownChannel) test(title, () => run("sqlite", stride));
});
