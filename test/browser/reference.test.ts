import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { describe, test } from "@varde/testkit/browser";
import { aBankSuite, desktop } from "./a-bank-suite.ts";
import { identify, isAt, withPage } from "./a-journey.ts";
import { createPage, hold, open, send, sendButton, shownStatus } from "./reference-page.ts";

describe("the reference in a browser", () => {
  const suite = aBankSuite();

  test("makes, approves and follows a payment from its pages alone", async () => {
    await withPage(
      suite,
      async (page) => {
        const letTppsGo = await hold(page, "/tpps");
        await open(suite, page, createPage);
        assert.equal(await sendButton(page).isDisabled(), true, "the request is not known yet");
        letTppsGo();
        await send(page);
        assert.equal(await shownStatus(page), "201");
        await isAt(page, "Create a payment (NDCT)");
        const signed = await page.locator("#call-result .wrapped").first().textContent();
        assert.match(signed ?? "", /^date: .*\ndigest: SHA-256=.*\nx-request-id: .*\ntpp-redirect/);
        const [bankPage] = await Promise.all([
          page.context().waitForEvent("page"),
          page.getByRole("link", { name: "Open scaRedirect" }).click(),
        ]);
        await identify(bankPage, dataSet.people.kari.customerNumber);
        await bankPage.getByRole("button", { name: "Approve the payment" }).click();
        await isAt(bankPage, "The PSU is back");
        // The tab in the background has received the PSU-ID.
        const psuId = new URL(bankPage.url()).searchParams.get("psu-id");
        await page.waitForFunction(
          `document.querySelector('[name="header.PSU-ID"]').value === ${JSON.stringify(psuId)}`,
        );
        await open(suite, page, "/docs/operations/readPaymentStatus.payments.NDCT");
        await send(page);
        assert.match((await page.locator("#call-result").textContent()) ?? "", /"ACSC"/);
      },
      desktop,
    );
  });
});
