import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { dataSet } from "@varde/sandbox";
import { describe, findBarriers, test } from "@varde/testkit/browser";
import { aPayer, aPayment, idOf, ndct } from "@varde/testkit/payments";
import { aTpp } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { aBankSuite, desktop, openConsole, phone, selectWorld } from "./a-bank-suite.ts";
import { withPage } from "./a-journey.ts";

describe("the console in a browser", () => {
  const suite = aBankSuite();
  const open = (page: Page, path: string) => openConsole(page, suite, path);

  /** Asserts that axe finds no violations on the current screen. */
  const isAccessible = async (page: Page) => assert.deepEqual(await findBarriers(page), []);

  test("a first visit ends with a settled payment, without a terminal or a mouse", async () => {
    await withPage(
      suite,
      async (page) => {
        await open(page, "/");
        await page.getByRole("heading", { name: "A bank to test with" }).waitFor();
        for (const word of [/TPP \(third-party/, /PSU \(payment/, /SCA \(strong/]) {
          await page.getByText(word).waitFor();
        }
        await isAccessible(page);
        const shares = await page.evaluate<readonly number[]>(compressedShares);
        assert.equal(shares.length, 2, "script and style");
        assert.ok(Math.max(...shares) < 0.5, `compressed to ${shares}`);
        await pressOn(page, "Make a first payment");
        await page.getByRole("link", { name: "Approve in a new tab" }).waitFor();
        const [bankPage] = await Promise.all([
          page.context().waitForEvent("page"),
          pressOn(page, "Approve in a new tab"),
        ]);
        // The person to choose is the first one, and marked.
        const marked = bankPage.getByRole("button", { name: /May pay from the account/ });
        await marked.waitFor();
        assert.match((await marked.textContent()) ?? "", new RegExp(dataSet.people.kari.name));
        assert.equal(
          await bankPage.locator(".customers button").first().textContent(),
          await marked.textContent(),
        );
        await marked.focus();
        await bankPage.keyboard.press("Enter");
        await bankPage.getByRole("button", { name: "Approve the payment" }).waitFor();
        await pressOn(bankPage, "Approve the payment");
        const onward = bankPage.getByRole("link", { name: "Continue in the console" });
        await onward.waitFor();
        await isAccessible(bankPage);
        await onward.press("Enter");
        await bankPage.getByText("The money is on the other account.").waitFor();
        await bankPage.close();
        await page.getByText("The money is on the other account.").waitFor();
        await page.reload();
        await page.getByText("The money is on the other account.").waitFor();
        await page.getByRole("link", { name: "Open the payment" }).click();
        await page.locator("article header").getByText("SettledACSC").waitFor();
        await isAccessible(page);
        await page.getByRole("link", { name: "Requests", exact: true }).click();
        await page.getByRole("link", { name: /createPayment/ }).click();
        await page.getByText(/^(\d+) of \1 checks passed/).waitFor();
        await isAccessible(page);
      },
      desktop,
    );
  });

  test("a badge says that profiles of the world are on, as soon as they are set", async () => {
    await aPayer(suite.bank);
    await withPage(
      suite,
      async (page) => {
        await open(page, "/#/payments");
        await selectWorld(page, "Test TPP");
        const badge = page.getByText("profiles on");
        assert.equal(await badge.count(), 0);
        await suite.bank.profiles.set(["pending-ids", "names-cut"]);
        await badge.waitFor();
        assert.equal(
          await badge.getAttribute("title"),
          "Account-data profiles: pending-ids, names-cut",
        );
        await isAccessible(page);
        await suite.bank.profiles.set([]);
        await badge.waitFor({ state: "detached" });
      },
      desktop,
    );
  });

  test("a waiting payment is approved, and the clock advances to its batch", async () => {
    const payer = await aPayer(suite.bank);
    const path = await payer.create(ndct, aPayment({ creditorName: "Console AS" }));
    await payer.post(`${path}/authorisations`);
    await withPage(
      suite,
      async (page) => {
        await open(page, "/#/payments");
        await selectWorld(page, "Test TPP");
        await page.getByRole("link", { name: /Console AS/ }).click();
        const clock = page.getByRole("button", { name: /^Clock/ });
        await clock.getByText(/next batch .* · SCA expires/).waitFor();
        await clock.click();
        await page.getByRole("button", { name: "1 hour" }).click();
        const effects = page.getByRole("region", { name: "Effects" });
        await effects.getByText(/^Expires: SCA/).waitFor();
        await page.getByRole("button", { name: "Close" }).click();
        await page.getByRole("button", { name: `Approve as ${dataSet.people.kari.name}` }).click();
        await page.getByRole("button", { name: /^Run the \d\d:30 batch$/ }).waitFor();
        await clock.click();
        await page.getByRole("button", { name: "1 week" }).click();
        await page.getByText("Signed payments that they take: 1").waitFor();
        await isAccessible(page);
        await page.getByRole("button", { name: "Advance", exact: true }).click();
        await page.getByText(/Batches run: \d+/).waitFor();
        await page.getByRole("button", { name: "Close" }).click();
        await clock.getByText(/ahead$/).waitFor();
        await page.locator("article header").getByText("SettledACSC").waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search everything" }).fill("go to requests");
        await isAccessible(page);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Requests" }).waitFor();
        assert.equal(await payer.tppStatus(path), "ACSC");
      },
      desktop,
    );
  });

  test("A28: texts of a TPP and a PSU are shown as text", async () => {
    const attack = "<img src=x onerror=document.title='hit'>";
    const payer = await aPayer(suite.bank);
    const path = await payer.create(ndct, aPayment({ creditorName: "'><script>x</script>" }));
    const tpp = aTpp(suite.bank);
    await tpp.send({ path: `/v1/${encodeURIComponent(attack)}` });
    await tpp.send({
      path: "/v1/accounts",
      headers: { "TPP-Brand-Logging-Information": attack, "TPP-Session-ID": randomUUID() },
    });
    await withPage(
      suite,
      async (page) => {
        await open(page, "/#/requests");
        await selectWorld(page, "Test TPP");
        await page
          .getByRole("link", { name: /listAccounts/ })
          .first()
          .click();
        await page.getByText(attack).waitFor();
        await isAccessible(page);
        await open(page, `/#/payments/${idOf(path)}`);
        await page.getByRole("heading", { name: "<script>x</script>" }).waitFor();
        assert.equal(await page.title(), "Varde console");
        assert.equal(await page.locator("main img, main script").count(), 0);
      },
      phone,
    );
  });
});

/** Returns what is left of script and style in transfer, as shares of their size. */
const compressedShares = `performance.getEntriesByType("resource")
  .filter(({ name }) => /\\/console\\/(?:main\\.js|style\\.css)$/.test(name))
  .map(({ encodedBodySize, decodedBodySize }) => encodedBodySize / decodedBodySize)`;

const tabsMax = 60;

/** Presses Tab until the element with this text or label has the focus. */
const tabTo = async (page: Page, text: string): Promise<void> => {
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    const focused = await page.evaluate<string>(
      "((at) => (at.labels?.[0] ?? at).textContent.trim())(document.activeElement)",
    );
    if (focused === text) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${text} is not reached with ${tabsMax} tabs`);
};

const pressOn = async (page: Page, text: string): Promise<void> => {
  await tabTo(page, text);
  await page.keyboard.press("Enter");
};
