import assert from "node:assert/strict";
import { test } from "node:test";
import { renderContinuePage } from "../../src/pages/continue-page.ts";

const frame = {
  locale: "en",
  bankName: "Varde Bank",
  assets: { stylesheet: "/s.css", icon: { href: "/m.svg", type: "image/svg+xml" } },
} as const;

function continueTo(href: string): string {
  return renderContinuePage({ frame, outcome: "approved", requester: { name: "Fjordpay" }, href });
}

test("the refresh and the link lead to the same address with its query", () => {
  const page = continueTo("https://tpp.example/back?own=1&psu-id=7&x='%22");
  const written = "https://tpp.example/back?own=1&amp;psu-id=7&amp;x=%27%22";
  assert.ok(page.includes(`<meta http-equiv="refresh" content="0; url=${written}">`));
  assert.ok(page.includes(`href="${written}"`));
});

test("a PSU who refuses a cancellation does not read that a payment was cancelled", () => {
  const href = "https://tpp.example/back";
  for (const [locale, word] of [
    ["en", /cancel/i],
    ["nb", /avbr|stopp/i],
  ] as const) {
    const requester = { name: "Fjordpay" };
    const page = renderContinuePage({
      frame: { ...frame, locale },
      outcome: "refused",
      requester,
      href,
    });
    assert.doesNotMatch(page, word);
  }
});

test("B17: an address that is not a web address is never written to a page", () => {
  for (const href of ["javascript:alert(1)", "data:text/html,x", "file:///etc/hosts", "//evil"]) {
    assert.throws(() => continueTo(href));
  }
});
