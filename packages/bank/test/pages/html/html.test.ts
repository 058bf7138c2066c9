import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeHtml, html } from "../../../src/pages/html/html.ts";

const hostile = fc.string({ unit: fc.constantFrom(..."<>\"'&;/= åamp\u0000\u2028") });

test("A13: an interpolated string can neither open a tag nor leave its attribute", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const markup = html`<p title="${text}">${text}</p>`.toString();
      assert.match(markup, /^<p title="[^<>"']*">[^<>"']*<\/p>$/);
    }),
  );
});

test("unescaping an escaped text returns the original", () => {
  const characters = new Map([
    ["&amp;", "&"],
    ["&lt;", "<"],
    ["&gt;", ">"],
    ["&quot;", '"'],
    ["&#39;", "'"],
  ]);
  fc.assert(
    fc.property(hostile, (text) => {
      const read = escapeHtml(text).replace(/&[^;]*;/g, (entity) => characters.get(entity) ?? "?");
      assert.equal(read, text);
    }),
  );
});

test("markup made by the template is not escaped again, alone or in a list", () => {
  const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
  assert.equal(html`<ul>${items}</ul>`.toString(), "<ul><li>a</li><li>&lt;b&gt;</li></ul>");
});

test("undefined and false render nothing, and zero is shown", () => {
  assert.equal(html`[${undefined}${false}${0}]`.toString(), "[0]");
});
