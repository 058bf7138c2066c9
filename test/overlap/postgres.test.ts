import { describe, test } from "node:test";
import { outbox } from "./cases/outbox.ts";
import { ownChannel } from "./cases/own-channel.ts";
import { signing } from "./cases/signing.ts";

/** Places between two that are tried; the long test tries all of them, and every case. */
const stride = 60;

describe("two processes that overlap on postgres", () => {
  for (const { title, run } of [outbox[0], ownChannel[0], signing[2]].filter((one) => !!one)) {
    test(title, () => run("postgres", stride));
  }
});
