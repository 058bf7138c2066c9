import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, test } from "@varde/testkit/browser";
import { RawTpp } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import {
  aPaymentToOla,
  createSingleScaPayment,
  identify,
  isAt,
  type Journey,
  startJourney,
  withPage,
} from "./a-journey.ts";

/** Breaks out of text and attributes; the number makes each string unique. */
const hostile = (number: number) =>
  `<script>alert(${number})</script>"'><img src=x onerror=alert(1)>`;
const [tppName, brand, payee, message] = [1, 2, 3, 4].map(hostile) as [
  string,
  string,
  string,
  string,
];

let journey: Journey;

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

/** Asserts that the strings are shown as text and had no effect. */
async function showsAsText(page: Page, texts: readonly string[]): Promise<void> {
  const shown = (await page.locator("body").textContent()) ?? "";
  for (const text of texts) assert.ok(shown.includes(text), `${text} is shown`);
  const made = await page.locator("script, [onerror], img:not(.bank img)").count();
  assert.equal(made, 0);
}

test("A13: shows markup in names, brand and message as text on every page", async () => {
  const identity = await journey.bank.authority.issueTppCertificate({
    name: tppName,
    organisationNumber: "310000019",
    roles: ["PSP_PI"],
    kind: "working",
  });
  const tpp = new RawTpp(journey.bank.addresses.http, identity);
  const { link } = await createSingleScaPayment(
    { tpp, callback: journey.callback },
    {
      body: aPaymentToOla({ creditorName: payee, remittanceInformationUnstructured: message }),
      headers: { "TPP-Brand-Logging-Information": brand },
    },
  );
  await withPage(journey, async (page) => {
    const policies: (string | undefined)[] = [];
    page.on("response", (response) => {
      if (/html/.test(response.headers()["content-type"] ?? "")) {
        policies.push(response.headers()["content-security-policy"]);
      }
    });
    // The TPP's site returns no content, so that the last page stays visible.
    await page.route(`${journey.site.origin}/**`, (route) => route.fulfill({ status: 204 }));
    await page.goto(link);
    await isAt(page, "Confirm who you are");
    await showsAsText(page, [tppName, brand, payee]);
    await identify(page, dataSet.people.kari.customerNumber);
    await isAt(page, "Approve the payment");
    await showsAsText(page, [tppName, brand, payee, message]);
    await page.getByRole("button", { name: "Approve the payment" }).click();
    await isAt(page, "All done");
    await showsAsText(page, [brand]);
    assert.equal(await page.getByRole("link", { name: "Norsk" }).count(), 0);
    assert.ok(policies.length >= 3);
    for (const policy of policies) assert.match(policy ?? "", /^default-src 'none'/);
  });
});

test("A13: does not show text that a stranger puts in the address", async () => {
  await withPage(journey, async (page) => {
    const address = `${journey.bank.addresses.http}/sca/%3Cimg%20src=x%20onerror=alert(1)%3E`;
    await page.goto(`${address}?lang=%22%3E%3Cscript%3Ealert(2)%3C/script%3E`);
    // It is a page for people, not a refusal in JSON.
    await isAt(page, "We do not know this link");
    await showsAsText(page, ["Nothing was approved."]);
    const text = (await page.locator("body").textContent()) ?? "";
    assert.ok(!text.includes("alert("), text);
    // The links to other languages repeat the path, encoded.
    assert.ok(!(await page.content()).includes("alert(2)"));
  });
});
