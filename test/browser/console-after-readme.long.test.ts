import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, findBarriers, test } from "@varde/testkit/browser";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
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
        await page.locator("article header").getByText("SettledACSC").waitFor();
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

  test("the console prints what sends a request of an own certificate again", async () => {
    const payer = await aPayer(suite.bank);
    await payer.create(ndct, aPayment({ creditorName: "Egen AS" }));
    const { certificatePem, privateKeyPem } = suite.bank.tpp;
    const folder = new GuideFolder(suite.bank.addresses.http);
    mkdirSync(join(folder.path, ".varde-tpp"));
    folder.write(".varde-tpp/certificate.pem", certificatePem);
    folder.write(".varde-tpp/key.pem", privateKeyPem);
    const runIn = async (code: string) => {
      const ended = await folder.run({ line: 0, language: "sh", marks: [], code });
      assert.equal(ended.code, 0, ended.output);
      return ended.output;
    };
    const options = { ...desktop, permissions: ["clipboard-read", "clipboard-write"] };
    await withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, "/#/requests?q=Test%20TPP%20createPayment");
        const row = page.getByRole("link", { name: /createPayment.*Test TPP/ });
        await row.first().click();
        const copied = async (button: string) => {
          await page.getByRole("button", { name: button }).click();
          await page.getByText(/^Copied\./).waitFor();
          return page.evaluate<string>("navigator.clipboard.readText()");
        };
        const again = "-H 'x-accept-fix: amount-as-string'";
        assert.match(
          await copied("Copy as raw HTTP"),
          /^POST \/v1\/payments\/.* HTTP\/1\.1\nhost: /,
        );
        assert.match(await copied("Copy as SDK code"), /client\.call\("createPayment"/);
        const curl = await copied("Copy as curl");
        assert.ok(curl.includes(again), curl);
        // The same payment twice is a duplicate, which the bank says of a valid request only.
        assert.match(await runIn(curl), /A payment with the same debtor, creditor/);
        await page.getByText("Edit and send again").click();
        const body = await page.getByLabel("Body", { exact: true }).inputValue();
        await page
          .getByLabel("Body", { exact: true })
          .fill(
            body.replace("Egen AS", "Endret AS").replace(/"amount":"[^"]+"/, '"amount":"77.07"'),
          );
        const command = (await page.getByRole("region", { name: "Command" }).textContent()) ?? "";
        assert.match(command, /^npx varde sign POST '\/v1\/payments/);
        const printed = await runIn(command);
        // The folder shows the address that the guides have.
        const send = printed.slice(printed.lastIndexOf("\ncurl "));
        const sent = await runIn(send.replace("http://127.0.0.1:8080", suite.bank.addresses.http));
        assert.match(sent, /"transactionStatus":"RCVD"/);
        assert.deepEqual(await findBarriers(page), []);
        await page.getByRole("link", { name: "Payments", exact: true }).click();
        await page.getByRole("link", { name: /Endret AS/ }).waitFor();
      },
      options,
    );
    await folder.close();
  });
});
