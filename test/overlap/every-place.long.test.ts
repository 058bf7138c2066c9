import { describe, test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { engines } from "@varde/testkit/storage";
import { everyCase } from "./every-case.ts";

for (const engine of engines) {
  describe(`two processes that overlap at every place on ${engine}`, () => {
    for (const { title, run } of everyCase) {
      test(title, () => run(engine, atScale({ slice: 37, long: 1 })));
    }
  });
}
