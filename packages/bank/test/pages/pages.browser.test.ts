import assert from "node:assert/strict";
import {
  after,
  before,
  type Complaint,
  findBarriers,
  openBrowser,
  type SharedBrowser,
  test,
} from "@varde/testkit/browser";
import type { Page } from "playwright-core";
import { hostile, type SamplePageServer, startSamplePageServer } from "./sample-page-server.ts";
import { samplePages } from "./sample-pages.ts";
import { type Look, lookOfPage, testAccessibility } from "./test-accessibility.ts";

let browser: SharedBrowser;
let server: SamplePageServer;

before(async () => {
  browser = await openBrowser();
  server = await startSamplePageServer();
});

after(async () => {
  await browser?.[Symbol.asyncDispose]();
  await server?.close();
});

/** Opens a page of this width; `complaints` is what the browser logged, threw or asked. */
const withPage = (
  { width, colorScheme }: Look,
  steps: (page: Page, complaints: readonly Complaint[]) => Promise<void>,
): Promise<void> => browser.withPage({ viewport: { width, height: 740 }, colorScheme }, steps);

// The other pages and looks are those of other-looks.long.test.ts.
testAccessibility("nb", (page) => (page % 3 === 0 ? [lookOfPage(page)] : []));

test("axe reports a known barrier every time", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page) => {
    const image = '<img src=a.png alt="A">';
    const show = (main: string) =>
      page.setContent(
        `<!doctype html><html lang=en><title>A</title><main><h1>A</h1>${main}</main>`,
      );
    await show(image);
    assert.deepEqual(await findBarriers(page), []);
    await show(image.replace(/ alt.*"/, ""));
    for (const _ of ["first", "second"]) {
      assert.match((await findBarriers(page)).join(), /image-alt: <img src="a.png">/);
    }
  });
});

test("A13: markup in every foreign string is shown as text, and no script runs", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page, complaints) => {
    await page.goto(`${server.origin}/hostile/identify`);
    for (const name of samplePages({ locale: "nb" }).keys()) {
      await page.setContent(server.pageAt(`/hostile/${name}`));
      const made = await page.locator("script, b, [onerror], [style], img:not(.bank img)").count();
      assert.equal(made, 0, name);
      const text = (await page.locator("body").textContent()) ?? "";
      assert.ok(text.includes(hostile), name);
      const scrolled = await page.evaluate("document.documentElement.scrollWidth");
      assert.equal(scrolled, 360, `${name} scrolls sideways`);
    }
    assert.deepEqual(complaints, []);
  });
});

test("on a phone, an amount of millions and the header take one line each", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page) => {
    for (const locale of ["nb", "en"]) {
      await page.goto(`${server.origin}/${locale}/approve-abroad`);
      assert.equal(await page.evaluate(countLines(".hero .amount")), 1, `${locale}: amount`);
      assert.equal(await page.evaluate(countLines(".top :is(.bank span, a)")), 1, locale);
    }
  });
});

/** Counts the lines on which the texts of elements are drawn. */
const countLines = (selector: string): string => `(() => {
  const range = document.createRange();
  const drawn = [...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((element) => {
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  });
  let [lines, end] = [0, 0];
  for (const { top, bottom } of drawn.sort((one, other) => one.top - other.top)) {
    if ((top + bottom) / 2 > end) [lines, end] = [lines + 1, bottom];
  }
  return lines;
})()`;

test("the identify form is filled in and sent with the keyboard alone", async () => {
  await withPage({ width: 1280, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/nb/identify`);
    assert.deepEqual(await tabThrough(page, 6), [
      "Gå til innholdet",
      "Norsk",
      "English",
      "customerNumber",
      "Fortsett",
      "Avbryt",
    ]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("15819000066");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/response?*");
    assert.deepEqual(await sentFields(page), {
      csrf: "4d1f0c52a7b94e3c",
      step: "identify",
      customerNumber: "15819000066",
      decision: "continue",
    });
  });
});

test("the skip link leads past the header, straight to the field", async () => {
  await withPage({ width: 360, colorScheme: "dark" }, async (page) => {
    await page.goto(`${server.origin}/en/identify`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual(await tabThrough(page, 1), ["customerNumber"]);
  });
});

test("an identify form without a number can still be cancelled", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/en/identify`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL("**/response?*");
    assert.equal((await sentFields(page)).decision, "refuse");
  });
});

test("after a failed attempt the field has the focus and is tied to the message", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/en/identify-failed`);
    const field = page.getByRole("textbox", { name: "Customer number" });
    // The browser focuses it with its first frame, which may come after the load.
    await page.locator("input:focus").waitFor();
    assert.equal(await page.evaluate("document.activeElement.name"), "customerNumber");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    const message = page.locator("#number-error");
    assert.match((await message.textContent()) ?? "", /could not confirm .* one attempt left/s);
    assert.match((await field.getAttribute("aria-describedby")) ?? "", /number-error/);
  });
});

for (const { keys, decision } of [
  { keys: ["Enter"], decision: "approve" },
  { keys: ["Tab", "Space"], decision: "refuse" },
]) {
  test(`a payment is decided with ${decision} by the keyboard alone`, async () => {
    await withPage({ width: 1280, colorScheme: "light" }, async (page) => {
      await page.goto(`${server.origin}/en/approve-payment`);
      assert.equal((await tabThrough(page, 4)).at(-1), "Approve the payment");
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForURL("**/response?*");
      assert.deepEqual(await sentFields(page), {
        csrf: "4d1f0c52a7b94e3c",
        step: "approve",
        decision,
      });
    });
  });
}

test("SCA-13: the accounts granted before, and no others, are ticked from the start", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/en/consent`);
    const ticked = await page.getByRole("checkbox", { checked: true }).all();
    const values = await Promise.all(ticked.map((box) => box.inputValue()));
    assert.deepEqual(values, ["1", "3"]);
  });
});

test("SCA-12: the consent checklist sends exactly the ticked accounts", async () => {
  await withPage({ width: 360, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/en/consent`);
    await page.getByRole("checkbox", { name: "Brukskonto" }).uncheck();
    await page.getByRole("checkbox", { name: "Sparekonto hytte" }).check();
    await page.getByRole("button", { name: "Confirm your choice" }).click();
    await page.waitForURL("**/response?*");
    const sent = new URLSearchParams((await page.locator("body").textContent()) ?? "");
    assert.deepEqual(sent.getAll("account"), ["2", "3"]);
  });
});

test("the sandbox's outcome picker sends the outcome and the chosen code", async () => {
  await withPage({ width: 1280, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/en/approve-payment`);
    const panel = page.getByRole("complementary", { name: "Sandbox – not part of the bank" });
    await panel.getByLabel("Error code").selectOption("SCA_EXPIRED");
    await panel.getByRole("button", { name: "End with the error code" }).click();
    await page.waitForURL("**/outcome");
    assert.deepEqual(await sentFields(page), {
      csrf: "4d1f0c52a7b94e3c",
      code: "SCA_EXPIRED",
      outcome: "fail",
    });
  });
});

test("a test customer is chosen with one press", async () => {
  await withPage({ width: 1280, colorScheme: "light" }, async (page) => {
    await page.goto(`${server.origin}/nb/identify`);
    await page.getByRole("button", { name: "Ola Fjellheim" }).click();
    await page.waitForURL("**/response?*");
    assert.deepEqual(await sentFields(page), {
      csrf: "4d1f0c52a7b94e3c",
      step: "identify",
      decision: "continue",
      customerNumber: "15819000147",
    });
  });
});

test("the continue page redirects by itself under the policy", async () => {
  await withPage({ width: 1280, colorScheme: "light" }, async (page) => {
    const left = page.waitForRequest(`${server.origin}/left`);
    await page.goto(`${server.origin}/nb/continue-approved`);
    assert.equal((await left).headers().referer, undefined);
  });
});

/** Returns the name of the focused element after each press of Tab. */
async function tabThrough(page: Page, presses: number): Promise<string[]> {
  const names: string[] = [];
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press("Tab");
    names.push(
      await page.evaluate<string>(
        "document.activeElement.textContent || document.activeElement.name",
      ),
    );
  }
  return names;
}

async function sentFields(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams((await page.locator("body").textContent()) ?? ""));
}
