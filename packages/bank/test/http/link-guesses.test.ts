import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LinkGuesses } from "../../src/http/routes/link-guesses.ts";

const guess = (guesses: LinkGuesses, address: string, times: number, now = 0): void => {
  for (let time = 0; time < times; time += 1) guesses.count(address, now);
};

describe("guesses of SCA links", () => {
  test("twenty in a minute are allowed, and then no more", () => {
    const guesses = new LinkGuesses();
    guess(guesses, "192.0.2.1", 19);
    assert.equal(guesses.hasTooMany("192.0.2.1", 0), false);
    guess(guesses, "192.0.2.1", 1);
    assert.equal(guesses.hasTooMany("192.0.2.1", 59_999), true);
    assert.equal(guesses.hasTooMany("192.0.2.1", 60_000), false);
  });

  test("other addresses are not affected", () => {
    const guesses = new LinkGuesses();
    guess(guesses, "192.0.2.1", 20);
    assert.equal(guesses.hasTooMany("192.0.2.2", 0), false);
  });

  test("the IPv6 addresses of one customer count together", () => {
    const guesses = new LinkGuesses();
    guess(guesses, "2001:db8:1:1::1", 20);
    assert.equal(guesses.hasTooMany("2001:db8:1:1::2", 0), true);
    assert.equal(guesses.hasTooMany("2001:db8:1:2::1", 0), false);
  });

  test("a clock that is set back starts a new minute", () => {
    const guesses = new LinkGuesses();
    guess(guesses, "192.0.2.1", 20, 100_000);
    assert.equal(guesses.hasTooMany("192.0.2.1", 50_000), false);
  });
});
