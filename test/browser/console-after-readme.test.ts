import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import type { Page } from "playwright-core";
import { GuideFolder, readBlocks } from "../guide.ts";
import { aBankSuite, desktop, openConsole } from "./a-bank-suite.ts";
import { identify, send, withPage } from "./a-journey.ts";

const { kari } = dataSet.people;

/** Returns the commands of the README that make a TPP and pay as it. */
const readCommands = (): readonly [string, string] => {
  const block = readBlocks("../../README.md").find(({ code }) => /tpp new/.test(code));
  const [makeTpp = "", pay = "", ...more] = block?.code.trim().split("\n") ?? [];
  assert.match(makeTpp, / tpp new$/);
  assert.match(pay, / pay --from /);
  assert.deepEqual(more, []);
  // The README says to add this where there is no browser.
  return [makeTpp, `${pay} --approve ${kari.customerNumber}`];
};

describe("the README's commands, and then the console", () => {
  const suite = aBankSuite();
  let terminal: GuideFolder;
  before(() => {
    terminal = new GuideFolder(suite.bank.addresses.http);
    // The folder is like a clone, except that its files are deleted afterwards.
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
    const varde = scripts.varde.replace("packages/", `${root}packages/`);
    terminal.write("package.json", JSON.stringify({ scripts: { varde } }));
  });
  after(() => terminal.close());

  const type = async (code: string): Promise<void> => {
    const { code: status, output } = await terminal.run({
      line: 0,
      language: "sh",
      marks: [],
      code,
    });
    assert.equal(status, 0, output);
  };
  const selected = (page: Page) => page.getByLabel("World").locator("option:checked");

  test("an open console shows a new TPP at once, and its first payment is settled", async () => {
    const [makeTpp, pay] = readCommands();
    await withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, "/#/tpps");
        await type(makeTpp);
        // No request has been sent yet.
        await page.getByRole("article", { name: "Example TPP" }).waitFor();
        await type(pay);
        await page.getByRole("link", { name: "Requests", exact: true }).click();
        await page.getByRole("link", { name: /createPayment.*Example TPP/ }).waitFor();
        await page.getByRole("link", { name: "Start", exact: true }).click();
        await page.getByRole("button", { name: "Make a first payment" }).click();
        const approve = page.getByRole("link", { name: "Approve in a new tab" });
        const [bankPage] = await Promise.all([
          page.context().waitForEvent("page"),
          approve.click(),
        ]);
        await identify(bankPage, kari.customerNumber);
        await send(bankPage.getByRole("button", { name: "Approve the payment" }));
        await page.getByText("The money is on the other account.").waitFor();
        assert.match((await selected(page).textContent()) ?? "", /^2 · Reference TPP · …/);
        await page.getByRole("link", { name: "Open the payment" }).click();
        await page.getByRole("article", { name: "Payment" }).getByText("SettledACSC").waitFor();
      },
      desktop,
    );
  });

  test("worlds of the same name differ, and the one used last is chosen", async () => {
    const [makeTpp, pay] = readCommands();
    for (const folder of [".second", ".third"]) await type(`${makeTpp} --tpp ${folder}`);
    await type(`${pay} --tpp .second`);
    await withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, "/#/requests");
        await page.getByLabel("World").waitFor();
        const words = await page.getByLabel("World").locator("option").allTextContents();
        assert.equal(new Set(words).size, 4);
        const [first = "", ...others] = words;
        assert.match(first, /^3 · Example TPP · …\d{4} · used now$/);
        assert.match(others.join("\n"), /^\d · .* · …\d{4} · used (now|\d+ min ago)$/m);
        assert.equal(await selected(page).textContent(), first);
      },
      desktop,
    );
  });
});
