import assert from "node:assert/strict";
import { test } from "node:test";
import { launchBrowser } from "../../src/browser/browser.ts";

test("disables every feature that playwright disables", async () => {
  const chosen = process.env.VARDE_BROWSER;
  // Node refuses the options of a browser, and playwright's error then lists all of them.
  process.env.VARDE_BROWSER = process.execPath;
  try {
    await assert.rejects(launchBrowser(), (error: Error) => {
      const lists = Array.from(error.message.matchAll(/--disable-features=(\S+)/g), ([, list]) =>
        (list ?? "").split(","),
      );
      const [byPlaywright = [], followed = []] = lists;
      assert(byPlaywright.length > 0, error.message);
      assert.deepEqual(new Set(byPlaywright).difference(new Set(followed)), new Set());
      return true;
    });
  } finally {
    if (chosen === undefined) delete process.env.VARDE_BROWSER;
    else process.env.VARDE_BROWSER = chosen;
  }
});
