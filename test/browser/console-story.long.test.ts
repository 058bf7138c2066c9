import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { before, describe, findBarriers, test } from "@varde/testkit/browser";
import { aPayer, aPayment, baskets, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { sunniva } from "@varde/testkit/psu";
import type { Page } from "playwright-core";
import { aBankSuite, desktop, openConsole } from "./a-bank-suite.ts";
import { withPage } from "./a-journey.ts";

describe("the story of a payment in the console", () => {
  const suite = aBankSuite();
  let payer: Payer;
  before(async () => {
    payer = await aPayer(suite.bank);
  });
  const visit = (path: string, walk: (page: Page) => Promise<void>) =>
    withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, path);
        await walk(page);
        assert.deepEqual(await findBarriers(page), []);
      },
      desktop,
    );
  const entries = (page: Page) => page.locator(".timeline li");

  test("one timeline leads from the request to the booking, each with its detail", async () => {
    const toOla = {
      creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
      creditorAddress: { country: "NO" },
    };
    const path = await payer.create(ndct, aPayment({ creditorName: "Ola", ...toOla }));
    await payer.post(`${path}/authorisations`);
    await visit(`/#/payments/${idOf(path)}`, async (page) => {
      await page.getByRole("button", { name: `Approve as ${dataSet.people.kari.name}` }).click();
      await page.getByRole("heading", { name: "Timeline" }).waitFor();
      await entries(page).filter({ hasText: "Settled" }).waitFor();
      const kinds = await entries(page).evaluateAll((all) => all.map((one) => one.className));
      assert.deepEqual([...new Set(kinds)].toSorted(), [
        "booking",
        "request",
        "sca",
        "signature",
        "status",
      ]);
      assert.equal(await page.getByRole("region", { name: "What happens next" }).count(), 0);
      const booked = entries(page).filter({ hasText: "booked on" }).getByRole("link").first();
      await booked.click();
      const account = page.getByRole("article", { name: "Account" });
      await account.getByLabel("Search transactions").waitFor();
      await account.getByRole("listitem").first().waitFor();
      assert.equal(await account.getByRole("listitem").count(), 1);
      await page.goBack();
      await entries(page).getByRole("link", { name: "createPayment" }).click();
      await page.getByRole("article", { name: "Request" }).getByText("checks passed").waitFor();
    });
  });

  test("two people of a company sign one after the other", async () => {
    const { sunniva: first, trym } = dataSet.representatives;
    const payerOfCompany = await aPayer(suite.bank, sunniva);
    const path = await payerOfCompany.create(
      ndct,
      aPayment({
        creditorName: "Betong AS",
        instructedAmount: { amount: "40000.00", currency: "NOK" },
        debtorAccount: { bban: dataSet.companies.lyngrabben.accounts[0].bban, currency: "NOK" },
      }),
    );
    await payerOfCompany.post(`${path}/authorisations`);
    await visit(`/#/payments/${idOf(path)}`, async (page) => {
      await page.getByRole("button", { name: `Sign as ${first.name}` }).click();
      await page.getByText(`1 of 2 people have signed: ${first.name}`).waitFor();
      await page.getByRole("button", { name: `Sign as ${trym.name}` }).click();
      await page.getByRole("button", { name: /^(Run|Advance to) the \d\d:30 batch$/ }).waitFor();
      const signed = entries(page).filter({ hasText: "Signed" });
      assert.deepEqual(
        (await signed.allTextContents()).map(
          (text) => /by ([\wø]+ [\wø]+?)(?:Approved|Received|\s|$)/.exec(text)?.[1],
        ),
        [first.name, trym.name],
      );
    });
  });

  test("a basket is approved as its PSU, and a consent expires at a press", async () => {
    const paths = [await payer.create(ndct, aPayment()), await payer.create(ndct, aPayment())];
    const { json } = await payer.post(baskets, { paymentIds: paths.map(idOf) });
    await payer.post(`${baskets}/${json.basketId}/authorisations`);
    await visit(`/#/baskets/${json.basketId}`, async (page) => {
      await page.getByRole("button", { name: `Approve as ${dataSet.people.kari.name}` }).click();
      await entries(page).filter({ hasText: "SCA completed" }).waitFor();
      await openConsole(page, suite, "/#/consents");
      await page.getByRole("link", { name: "Test TPP" }).first().click();
      await page.getByText(/^It expires on/).waitFor();
      await entries(page)
        .filter({ hasText: /Granted by .*konto \d{11}/ })
        .waitFor();
      await page.getByRole("button", { name: "Let it expire now" }).click();
      await entries(page).filter({ hasText: "Expired by the bank" }).waitFor();
    });
  });

  test("companies that share a customer number say whose it is", () =>
    visit("/#/people", async (page) => {
      const { henrik } = dataSet.representatives;
      const rows = page.getByRole("link", { name: `${henrik.customerNumber} of ${henrik.name}` });
      await rows.first().waitFor();
      assert.equal(await rows.count(), 2);
      await rows.first().click();
      await page.getByText(`of ${henrik.name}, who represents it`).waitFor();
    }));
});
