import assert from "node:assert/strict";
import { test } from "node:test";
import { findDifference } from "../../src/requests/find-difference.ts";

const differing = (line: string, other: string) => findDifference(line, other).differing;

test("a difference is between the common beginning and the common end", () => {
  assert.deepEqual(findDifference("digest: SHA-256=abc", "digest: SHA-512=abc"), {
    before: "digest: SHA-",
    differing: "256",
    after: "=abc",
  });
});

test("a line that lacks something differs in nothing but the place", () => {
  assert.deepEqual(findDifference("date: 1", "date:  1"), {
    before: "date: ",
    differing: "",
    after: "1",
  });
  assert.equal(differing("date:  1", "date: 1"), " ");
});

test("a repeated character is not counted for the beginning and the end", () => {
  assert.equal(differing("aaa", "aa"), "a");
  assert.equal(differing("aa", "aaa"), "");
});

test("lines without anything in common differ completely", () => {
  assert.equal(differing("abc", "xyz"), "abc");
});
