import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isInvalid } from "@varde/protocol";
import fc from "fast-check";
import {
  formatPageToken,
  type PageToken,
  pageOwner,
  parsePageToken,
} from "../../src/accounts/page-token.ts";

const owner = pageOwner("fjordvik", "PSDNO-FSA-1");

const ids = fc.stringMatching(/^[!-~]{1,128}$/);
const days = fc
  .date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const keys = fc.record({ bookingDate: days, transactionId: ids });
const tokens: fc.Arbitrary<PageToken> = fc.record({
  startedAt: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  place: fc.oneof(
    fc.record({ at: fc.constant("offset" as const) }),
    fc.record({ at: fc.constantFrom("after" as const, "before" as const), key: keys }),
    fc.record({ at: fc.constant("end" as const), size: fc.integer({ min: 1, max: 1000 }) }),
  ),
});

const plain = (token: PageToken): PageToken => JSON.parse(JSON.stringify(token));

describe("page tokens", () => {
  it("are parsed as they were formatted", () => {
    fc.assert(
      fc.property(tokens, (token) => {
        assert.deepEqual(parsePageToken(formatPageToken(token, owner), owner), plain(token));
      }),
    );
  });

  it("are refused for another bank or TPP", () => {
    const others = [pageOwner("heiane", "PSDNO-FSA-1"), pageOwner("fjordvik", "PSDNO-FSA-2"), ""];
    fc.assert(
      fc.property(tokens, fc.constantFrom(...others), (token, other) =>
        isInvalid(parsePageToken(formatPageToken(token, other), owner)),
      ),
    );
  });

  it("are safe in a URL", () => {
    fc.assert(fc.property(tokens, (token) => /^[\w.-]+$/.test(formatPageToken(token, owner))));
  });

  it("are refused if they are malformed, without throwing", () => {
    const anything = fc.jsonValue();
    const nearToken = fc.tuple(
      fc.oneof(fc.integer(), anything),
      fc.constantFrom("o", "a", "b", "e"),
      fc.oneof(fc.integer(), anything),
      anything,
    );
    const text = fc.oneof(
      fc.string(),
      fc
        .oneof(anything, nearToken)
        .map((value) => Buffer.from(JSON.stringify(value)).toString("base64url"))
        .map((encoded) => `${encoded}.${owner}`),
    );
    fc.assert(
      fc.property(text, (odd) => {
        const parsed = parsePageToken(odd, owner);
        if (isInvalid(parsed)) return;
        assert.ok(Number.isSafeInteger(parsed.startedAt) && parsed.startedAt >= 0, odd);
        if (parsed.place.at === "end") assert.ok(parsed.place.size > 0, odd);
      }),
    );
    assert.ok(isInvalid(parsePageToken("", owner)));
  });
});
