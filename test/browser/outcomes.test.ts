import assert from "node:assert/strict";
import { statusByCode } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import type { Page } from "playwright-core";
import {
  createSingleScaPayment,
  identify,
  isAt,
  type Journey,
  parametersOf,
  startJourney,
  statusOf,
  withPage,
} from "./a-journey.ts";

const { kari } = dataSet.people;

let journey: Journey;

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

const picker = (page: Page) => page.getByRole("complementary", { name: /^Sandbox/ });

describe("the sandbox's outcome picker", () => {
  for (const { press, code, status, message } of [
    {
      press: "Let time run out",
      code: "SCA_EXPIRED",
      status: "401",
      message: "The PSU did not finish in time.",
    },
    { press: "Refuse", code: "SCA_INVALID", status: "401", message: "The PSU did not approve." },
  ]) {
    test(`RED-12: "${press}" returns ${code}, whether the PSU is identified or not`, async () => {
      for (const isKnown of [false, true]) {
        const { paymentId, link } = await createSingleScaPayment(journey);
        const visit = journey.site.nextVisit("/cb");
        await withPage(journey, async (page) => {
          await page.goto(link);
          if (isKnown) await identify(page, kari.customerNumber);
          await isAt(page, isKnown ? "Approve the payment" : "Confirm who you are");
          await picker(page).getByRole("button", { name: press }).click();
          await visit;
        });
        assert.deepEqual(parametersOf(await visit), [
          ["own", "query"],
          ["empty", ""],
          ["system", "sca"],
          ["status", status],
          ["code", code],
          ["message", message],
        ]);
        assert.equal(await statusOf(journey, paymentId), "RCVD");
      }
    });
  }

  test("RED-08: returns a chosen code with its status", async () => {
    for (const code of ["SYSTEM_ERROR", "ACCESS_EXCEEDED", "CONSENT_UNKNOWN"] as const) {
      const { paymentId, link } = await createSingleScaPayment(journey);
      const visit = journey.site.nextVisit("/cb");
      await withPage(journey, async (page) => {
        await page.goto(link);
        await picker(page).getByLabel("Error code").selectOption(code);
        await picker(page).getByRole("button", { name: "End with the error code" }).click();
        await visit;
      });
      assert.deepEqual(parametersOf(await visit), [
        ["own", "query"],
        ["empty", ""],
        ["system", "sca"],
        ["status", String(statusByCode[code])],
        ["code", code],
        ["message", "The sandbox was requested to fail."],
      ]);
      assert.equal(await statusOf(journey, paymentId), "RCVD");
    }
  });

  test("approves once the PSU is identified", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(link);
      assert.equal(
        await picker(page).getByRole("button", { name: "Approve", exact: true }).count(),
        0,
      );
      // Each test customer has a button.
      await picker(page).getByRole("button", { name: kari.name }).click();
      await picker(page).getByRole("button", { name: "Approve", exact: true }).click();
      await visit;
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });
});

describe("pages for the PSU", () => {
  test("use the browser's language, with a switch on every page", async () => {
    const { link } = await createSingleScaPayment(journey);
    await withPage(
      journey,
      async (page) => {
        await page.goto(link);
        await isAt(page, "Bekreft hvem du er");
        await page.getByRole("link", { name: "English" }).click();
        await isAt(page, "Confirm who you are");
        await identify(page, kari.customerNumber);
        await isAt(page, "Approve the payment");
        await page.getByRole("link", { name: "Norsk" }).click();
        await isAt(page, "Godkjenn betalingen");
        assert.equal(await page.locator("html").getAttribute("lang"), "nb");
        const visit = journey.site.nextVisit("/cb");
        await page.getByRole("button", { name: "Godkjenn betalingen" }).click();
        await visit;
      },
      { locale: "nb-NO" },
    );
  });

  test("fit a phone without sideways scrolling, with buttons large enough to touch", async () => {
    const { link } = await createSingleScaPayment(journey);
    await withPage(
      journey,
      async (page) => {
        const fits = async () => {
          assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
        };
        await page.goto(link);
        await fits();
        await identify(page, kari.customerNumber);
        await isAt(page, "Approve the payment");
        await fits();
        const button = page.getByRole("button", { name: "Approve the payment" });
        const box = await button.boundingBox();
        assert.ok(box !== null && box.height >= 44 && box.x >= 0 && box.x + box.width <= 360);
      },
      { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    );
  });

  test("work without scripts", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    const visit = journey.site.nextVisit("/cb");
    await withPage(
      journey,
      async (page) => {
        await page.goto(link);
        await identify(page, kari.customerNumber);
        await page.getByRole("button", { name: "Approve the payment" }).click();
        await visit;
      },
      { javaScriptEnabled: false },
    );
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });
});
