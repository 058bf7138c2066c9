import { test } from "node:test";
import { engines } from "@varde/testkit/storage";
import { exchangeInRounds, exchangesPerRound } from "./exchange-rounds.ts";

const rounds = 1;
for (const engine of engines) {
  test(`VAL-20: ${exchangesPerRound * rounds} exchanges make nobody richer, on ${engine}`, () =>
    exchangeInRounds(engine, rounds));
}
