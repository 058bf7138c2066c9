import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import { openTogether } from "@varde/testkit/disposal";
import { ndct } from "@varde/testkit/payments";
import type { Page } from "playwright-core";
import {
  aPaymentToOla,
  call,
  createSingleScaPayment,
  identify,
  isAt,
  type Journey,
  parametersOf,
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

/** Returns the amount that Kari has paid since the data set was loaded. */
async function paidMinor(): Promise<bigint> {
  const worlds = await journey.bank.listWorlds();
  const worldId = worlds.at(-1)?.worldId ?? "";
  const { ledger } = journey.bank;
  const { id = "" } = (await ledger.findAccountByBban(worldId, kari.current.bban)) ?? {};
  return kari.current.balanceMinor - ((await ledger.readAccount(worldId, id))?.bookedMinor ?? 0n);
}

describe("A09: accidents in the PSU's own browser", () => {
  test("A09: the back button shows the current page, and none after the end", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(link);
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      await page.goBack();
      await isAt(page, "Approve the payment");
      await approve(page);
      await page.waitForURL(`${journey.site.origin}/cb?*`);
      await page.goBack();
      await isAt(page, "The link has already been used");
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("A09: a reload shows the same page and has no effect", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(link);
      await page.reload();
      await isAt(page, "Confirm who you are");
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      await page.reload();
      await isAt(page, "Approve the payment");
      assert.equal(await statusOf(journey, paymentId), "RCVD");
      await approve(page);
      await page.waitForURL(`${journey.site.origin}/cb?*`);
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("A09: accepts the decision of the first of two tabs, and follows it in both", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    await withPage(journey, async (first) => {
      const second = await first.context().newPage();
      await first.goto(link);
      await second.goto(link);
      await identify(first, kari.customerNumber);
      await isAt(first, "Approve the payment");
      await identify(second, kari.customerNumber);
      await isAt(second, "Approve the payment");
      await approve(first);
      await first.waitForURL(`${journey.site.origin}/cb?*`);
      await second.getByRole("button", { name: "Refuse" }).first().click();
      await second.waitForURL(`${journey.site.origin}/cb?*psu-id=*`);
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("A09: pays once when a form is sent four times at once, and never later", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    const before = await paidMinor();
    await withPage(journey, async (page) => {
      await page.goto(link);
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      const form = { csrf: await csrfOf(page), step: "approve", decision: "approve" };
      const { request } = page.context();
      const responses = await Promise.all([1, 2, 3, 4].map(() => request.post(link, { form })));
      assert.deepEqual(responses.map((response) => response.status()).sort(), [200, 410, 410, 410]);
      assert.equal((await request.post(link, { form })).status(), 410);
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
    assert.equal((await paidMinor()) - before, 249_50n);
  });
});

describe("A09: attempts of others", () => {
  test("SCA-28: accepts a link once and, after authentication, in one browser", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(link);
      await withPage(journey, async (other) => {
        await other.goto(link);
        await isAt(other, "Confirm who you are");
        await identify(page, kari.customerNumber);
        await isAt(page, "Approve the payment");
        await other.goto(link);
        await isAt(other, "The link was opened in another browser");
        const form = { csrf: await csrfOf(page), step: "approve", decision: "refuse" };
        assert.equal((await other.context().request.post(link, { form })).status(), 410);
      });
      await approve(page);
      await page.waitForURL(`${journey.site.origin}/cb?*`);
      await page.goto(link);
      await isAt(page, "The link has already been used");
      await page.goto(`${link}x`);
      await isAt(page, "We do not know this link");
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("A09: ignores a form without its token, or with another's", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    const other = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(other.link);
      const otherCsrf = await csrfOf(page);
      await page.goto(link);
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      const { request } = page.context();
      for (const csrf of [undefined, "", "x", otherCsrf]) {
        for (const form of [{ step: "approve", decision: "approve" }, { decision: "refuse" }]) {
          const sent = { ...form, ...(csrf === undefined ? {} : { csrf }) };
          assert.equal((await request.post(link, { form: sent })).status(), 410);
        }
        const form = { outcome: "approve", ...(csrf === undefined ? {} : { csrf }) };
        assert.equal((await request.post(`${link}/outcome`, { form })).status(), 410);
      }
      assert.equal(await statusOf(journey, paymentId), "RCVD");
      // The PSU, who has done nothing wrong, can continue.
      await approve(page);
      await page.waitForURL(`${journey.site.origin}/cb?*`);
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  for (const policy of ["unsafe-url", "no-referrer"]) {
    test(`A09: ignores another site's form, with or without a token (${policy})`, async () => {
      const { paymentId, link } = await createSingleScaPayment(journey);
      await withPage(journey, async (page) => {
        await page.goto(link);
        await identify(page, kari.customerNumber);
        await isAt(page, "Approve the payment");
        const csrf = await csrfOf(page);
        evil.show(
          "/form",
          `<!doctype html><meta name="referrer" content="${policy}"><form method="post"
            action="${link}"><input name="csrf" value="${csrf}"><input name="step" value="approve">
            <input name="decision" value="approve"><button>Win a prize</button></form>`,
        );
        const attacked = await page.context().newPage();
        await attacked.goto(`${evil.origin}/form`);
        await attacked.getByRole("button").click();
        await isAt(attacked, "The page was no longer valid");
        assert.equal(await statusOf(journey, paymentId), "RCVD");
        await page.reload();
        await isAt(page, "Approve the payment");
      });
    });
  }

  test("A09: shows no page inside a frame", async () => {
    const { link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      evil.show("/frame", `<!doctype html><iframe src="${link}"></iframe>`);
      await page.goto(`${evil.origin}/frame`);
      const [frame] = page.frames().filter((one) => one !== page.mainFrame());
      await frame?.waitForURL(/^chrome-error:/);
      assert.equal(await frame?.getByRole("heading").count(), 0);
      assert.equal(await frame?.locator("form").count(), 0);
    });
  });

  test("SCA-34: forbids frames, caching and referrers on every page and error", async () => {
    const { link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      const first = await page.goto(link);
      const form = { csrf: await csrfOf(page), decision: "refuse" };
      const { request } = page.context();
      const left = await request.post(link, { form });
      assert.equal(left.status(), 200);
      const ended = await request.get(link);
      assert.equal(ended.status(), 410);
      const large = await request.post(link, { form: { csrf: "x".repeat(1_100_000) } });
      assert.equal(large.status(), 413);
      for (const response of [first, left, ended, large]) {
        const headers = response?.headers() ?? {};
        assert.equal(headers["x-frame-options"], "DENY");
        assert.match(headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
        assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/);
        assert.equal(headers["cache-control"], "no-store");
        const policy = response === left ? "no-referrer" : "same-origin";
        assert.equal(headers["referrer-policy"], policy);
        assert.equal(headers["x-content-type-options"], "nosniff");
      }
    });
  });

  test("A09: limits the cookie to this SCA's pages, and hides it from scripts", async () => {
    const { link } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(link);
      const [cookie, ...others] = await page.context().cookies(link);
      assert.deepEqual(others, []);
      assert.equal(cookie?.path, new URL(link).pathname);
      assert.equal(cookie?.httpOnly, true);
      assert.equal(cookie?.sameSite, "Lax");
    });
  });

  test("A12: refuses to approve a payment deleted while the PSU looked at it", async () => {
    const first = await createSingleScaPayment(journey);
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(first.link);
      await identify(page, kari.customerNumber);
      await approve(page);
      await visit;
    });
    const psuId = new Map(parametersOf(await visit)).get("psu-id") ?? "";
    const headers = { "PSU-ID": psuId, "TPP-Session-ID": first.sessionId };
    const { json: created } = await call(journey, {
      path: ndct,
      body: aPaymentToOla(),
      headers,
    });
    const { startAuthorisation, self } = created._links;
    const started = await call(journey, { method: "POST", path: startAuthorisation.href, headers });
    const failed = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(started.json._links.scaRedirect.href);
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      const deleted = await call(journey, { method: "DELETE", path: self.href, headers });
      assert.equal(deleted.status, 204, deleted.text);
      await approve(page);
      await failed;
    });
    assert.equal(new Map(parametersOf(await failed)).get("code"), "SCA_INVALID");
    assert.equal(await statusOf(journey, created.paymentId), "CANC");
  });
});
