import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import { openTogether } from "@varde/testkit/disposal";
import type { Page } from "playwright-core";
import {
  createSingleScaPayment,
  identify,
  isAt,
  type Journey,
  startJourney,
  statusOf,
  withPage,
} from "./a-journey.ts";
import { type Site, startSite } from "./a-site.ts";

const { kari } = dataSet.people;

let journey: Journey;
let evil: Site;
const opened = new AsyncDisposableStack();

before(async () => {
  [journey, evil] = await openTogether(opened, [startJourney(), startSite()]);
});
after(() => opened.disposeAsync());

const approve = (page: Page) => page.getByRole("button", { name: "Approve the payment" }).click();
const csrfOf = (page: Page) => page.locator("input[name=csrf]").first().inputValue();

describe("A09: the origin of forms, and the address of pages", () => {
  test("SCA-34: ignores a form with the origin null, with cookie and token", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(link);
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      const form = { csrf: await csrfOf(page), step: "approve", decision: "approve" };
      const { request } = page.context();
      const post = (origin: string) => request.post(link, { form, headers: { origin } });
      assert.equal((await post("null")).status(), 410);
      assert.equal((await post(evil.origin)).status(), 410);
      assert.equal(await statusOf(journey, paymentId), "RCVD");
      assert.equal((await post(new URL(link).origin)).status(), 200);
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("SCA-34: ignores a form with the origin null on the bank's own pages too", async () => {
    const { link } = await createSingleScaPayment(journey);
    const { origin: own } = new URL(link);
    for (const path of ["/consents?lang=en", "/app?lang=en", new URL(link).pathname]) {
      const shown = await fetch(new URL(path, own));
      const cookie = shown.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const csrf = /name="csrf" value="([^"]+)"/.exec(await shown.text())?.[1] ?? "";
      const fields = { csrf, step: "identify", customerNumber: kari.customerNumber };
      const post = async (origin: string) => {
        const body = new URLSearchParams(fields);
        const headers = { cookie, origin };
        const options = { method: "POST", body, headers, redirect: "manual" } as const;
        return (await fetch(new URL(path, own), options)).status;
      };
      assert.deepEqual([path, await post("null"), await post(own)], [path, 410, 303]);
    }
  });

  test("SCA-34: sends its origin with every form, and no referrer to another site", async () => {
    const { link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      const posted: (string | undefined)[] = [];
      const elsewhere: (string | undefined)[] = [];
      page.on("request", async (request) => {
        const headers = await request.allHeaders();
        if (request.method() === "POST") posted.push(headers.origin);
        if (!request.url().startsWith(new URL(link).origin)) elsewhere.push(headers.referer);
      });
      await page.goto(link);
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      await approve(page);
      await page.waitForURL(`${journey.site.origin}/cb?*`);
      const { origin } = new URL(link);
      assert.deepEqual(posted, [origin, origin]);
      assert(elsewhere.length > 0);
      for (const referer of elsewhere) assert.equal(referer, undefined);
    });
  });
});
