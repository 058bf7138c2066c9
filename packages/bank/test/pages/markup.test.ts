import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { samplePages } from "./sample-pages.ts";

/** Returns tag names and attribute names in order, without texts and attribute values. */
function skeleton(page: string): string {
  const tags = page.match(/<[!/a-z](?:"[^"]*"|[^">])*>/g) ?? [];
  return tags.map((tag) => tag.replace(/="[^"]*"/g, "")).join("");
}

/** Returns the pages by name, and asserts that there are many and that each has content. */
function allPages(locale: "nb" | "en"): ReadonlyMap<string, string> {
  const pages = samplePages({ locale });
  assert.ok(pages.size >= 30, `only ${pages.size} pages were found`);
  for (const [name, page] of pages) assert.match(skeleton(page), /<main/, name);
  return pages;
}

test("A13: no foreign string changes the tags or attributes of any page", () => {
  const plain = new Map([...allPages("en")].map(([n, p]) => [n, skeleton(p)]));
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
    for (const [name, page] of allPages(locale)) {
      assert.doesNotMatch(
        skeleton(page),
        /<script|<style|<iframe|\sstyle[\s>]|\son[a-z]+[\s>]/,
        name,
      );
    }
  }
});

test("every form is posted and carries the csrf field", () => {
  let count = 0;
  for (const [name, page] of allPages("nb")) {
    for (const form of page.match(/<form[\s\S]*?<\/form>/g) ?? []) {
      count += 1;
      assert.match(form, /^<form method="post" action="\//, name);
      assert.match(form, /<input type="hidden" name="csrf" value="4d1f0c52a7b94e3c">/, name);
    }
  }
  assert.ok(count >= 20, `only ${count} forms were found`);
});

test("the app numbers what waits only if there are several", () => {
  const pages = samplePages({ locale: "en" });
  const headings = (name: string) =>
    [...(pages.get(name) ?? "").matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading);
  assert.deepEqual(headings("app-one"), ["Payment"]);
  assert.match(headings("app")[0] ?? "", /^Payment \(1 of 4\)$/);
  assert.match(headings("app")[3] ?? "", / \(4 of 4\)$/);
});

test("an ended page has no form, no refresh and no link except the skip link", () => {
  const ended = [...samplePages({ locale: "nb" })].filter(([name]) => name.startsWith("ended-"));
  assert.ok(ended.length >= 3, `only ${ended.length} pages were found`);
  for (const [name, page] of ended) {
    assert.doesNotMatch(page, /<form|http-equiv/, name);
    assert.deepEqual(page.match(/<a [^>]*>/g), ['<a class="skip" href="#content">'], name);
  }
});
