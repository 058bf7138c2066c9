import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { samplePages } from "./sample-pages.ts";

/** Returns tag names and attribute names in order, without texts and attribute values. */
function skeleton(page: string): string {
  const tags = page.match(/<[!/a-z](?:"[^"]*"|[^">])*>/g) ?? [];
  return tags.map((tag) => tag.replace(/="[^"]*"/g, "")).join("");
}

test("A13: no foreign string changes the tags or attributes of any page", () => {
  const plain = new Map([...samplePages({ locale: "en" })].map(([n, p]) => [n, skeleton(p)]));
  const hostile = fc.string({ unit: fc.constantFrom(..."<>\"'&/=;! -`scriptonx\n\u0000") });
  fc.assert(
    fc.property(hostile, (noise) => {
      const foreign = (text: string) => text + noise;
      for (const [name, page] of samplePages({ locale: "en", foreign })) {
        assert.equal(skeleton(page), plain.get(name), name);
      }
    }),
    { numRuns: 50 },
  );
});

test("no page holds a script, an inline style or an event handler", () => {
  for (const locale of ["nb", "en"] as const) {
    for (const [name, page] of samplePages({ locale })) {
      assert.doesNotMatch(
        skeleton(page),
        /<script|<style|<iframe|\sstyle[\s>]|\son[a-z]+[\s>]/,
        name,
      );
    }
  }
});

test("every form is posted and carries the csrf field", () => {
  for (const [name, page] of samplePages({ locale: "nb" })) {
    for (const form of page.match(/<form[\s\S]*?<\/form>/g) ?? []) {
      assert.match(form, /^<form method="post" action="\//, name);
      assert.match(form, /<input type="hidden" name="csrf" value="4d1f0c52a7b94e3c">/, name);
    }
  }
});

test("an ended page has no form, no refresh and no link except the skip link", () => {
  for (const [name, page] of samplePages({ locale: "nb" })) {
    if (!name.startsWith("ended-")) continue;
    assert.doesNotMatch(page, /<form|http-equiv/, name);
    assert.deepEqual(page.match(/<a [^>]*>/g), ['<a class="skip" href="#content">'], name);
  }
});
