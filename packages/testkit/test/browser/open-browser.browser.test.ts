import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, openBrowser, type SharedBrowser, test } from "@varde/testkit/browser";
import type { Page } from "playwright-core";

const phone = { viewport: { width: 360, height: 740 } };
const server = createServer((request, response) => {
  if (request.url === "/cookie") response.setHeader("set-cookie", "who=kari");
  response.setHeader("content-type", "text/html");
  response.end(`<!doctype html><title>A</title><h1>${request.headers.cookie ?? "nobody"}</h1>`);
});
let origin: string;
let browser: SharedBrowser;

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
});

/** Returns the pages that two tests with these options receive one after the other. */
async function useTwice(
  first: (page: Page) => Promise<unknown>,
  second: (page: Page) => Promise<unknown> = async () => {},
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const use of [first, second]) {
    await browser.withPage(phone, async (page) => {
      pages.push(page);
      assert.equal(page.url(), "about:blank");
      await use(page);
    });
  }
  return pages;
}

test("a page is used again without the cookies, routes and screen of the test before", async () => {
  const [first, second] = await useTwice(
    async (page) => {
      await page.goto(`${origin}/cookie`);
      await page.reload();
      assert.equal(await page.locator("h1").textContent(), "who=kari");
      await page.route("**/routed", (route) => route.fulfill({ status: 204 }));
      await page.setViewportSize({ width: 1000, height: 700 });
      await page.emulateMedia({ colorScheme: "dark" });
    },
    async (page) => {
      assert.equal((await page.goto(`${origin}/routed`))?.status(), 200);
      assert.equal(await page.locator("h1").textContent(), "nobody");
      const looks = "[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]";
      assert.deepEqual(await page.evaluate(looks), [360, false]);
    },
  );
  assert.equal(first, second);
});

for (const storage of ["localStorage", "sessionStorage"]) {
  test(`a page that wrote to its ${storage} is not used again`, async () => {
    const read = `${storage}.getItem("who")`;
    await useTwice(
      async (page) => {
        await page.goto(origin);
        await page.evaluate(`${storage}.setItem("who", "kari")`);
        await page.goto(`${origin.replace("127.0.0.1", "localhost")}`);
      },
      async (page) => {
        await page.goto(origin);
        assert.equal(await page.evaluate(read), null);
      },
    );
  });
}

test("a page with another tab is not used again", async () => {
  const [first, second] = await useTwice((page) => page.context().newPage());
  assert.notEqual(first, second);
  assert.equal(first?.isClosed(), true);
});

test("a page of a test that failed is not used again", async () => {
  let failed: Page | undefined;
  const failing = browser.withPage(phone, async (page) => {
    failed = page;
    throw new Error("the test failed");
  });
  await assert.rejects(failing, /the test failed/);
  assert.equal(failed?.isClosed(), true);
});

test("two pages that are open at once share no cookies", async () => {
  await browser.withPage(phone, async (page) => {
    await page.goto(`${origin}/cookie`);
    await browser.withPage(phone, async (other) => {
      await other.goto(origin);
      assert.equal(await other.locator("h1").textContent(), "nobody");
    });
  });
});

test("a page reports what it logs, throws and asks, to its own test only", async () => {
  await useTwice(async (page) => {
    await page.goto(origin);
    await page.evaluate("console.log('logged')");
  });
  await browser.withPage(phone, async (page, complaints) => {
    await page.goto(origin);
    const thrown = page.context().waitForEvent("weberror");
    await page.evaluate("alert('asked'); setTimeout(() => { throw new Error('thrown'); })");
    await thrown;
    assert.deepEqual(complaints, [
      { kind: "dialog", text: "asked" },
      { kind: "error", text: "thrown" },
    ]);
  });
});
