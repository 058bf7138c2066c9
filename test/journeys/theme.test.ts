import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ConfigurationRefused } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";
import { createSingleScaPayment } from "../browser/a-journey.ts";
import { aTheme } from "./a-theme.ts";

/** Reads the page on which a PSU identifies, and the files that it refers to. */
const readPage = async (
  bank: { readonly addresses: { readonly http: string } },
  sandbox: TestBank,
  language = "nb",
) => {
  const origin = bank.addresses.http;
  const tpp = aTpp(bank, sandbox.tpp);
  const { link } = await createSingleScaPayment({ tpp, callback: "https://tpp.example/cb" });
  const page = await fetch(`${link}?lang=${language}`);
  const text = await page.text();
  const addresses = new Set([...text.matchAll(/"(\/sca-assets\/[^"]+)"/g)].map(([, one]) => one));
  const files = new Map<string, Response>();
  for (const address of addresses) files.set(String(address), await fetch(origin + address));
  return { policy: page.headers.get("content-security-policy"), text, files };
};

describe("the theme of a bank", () => {
  let sandbox: TestBank;
  const theme = aTheme();
  before(async () => {
    sandbox = await aBank();
  });
  after(async () => {
    theme[Symbol.dispose]();
    await sandbox.close();
  });
  const startProduction = (changes: object) =>
    aProductionBank(sandbox, { anchors: [sandbox.authority.certificate], ...changes });

  test("is on every page in production, from the bank's own address", async () => {
    const production = { bankName: "Fjordbanken", theme: theme.theme };
    await using bank = await startProduction(production);
    const { text, files, policy } = await readPage(bank, sandbox);
    assert.match(policy ?? "", /^default-src 'none'; style-src 'self'; img-src 'self';/);
    assert.match(
      text,
      /<source media="\(prefers-color-scheme: dark\)" srcset="\/sca-assets\/logo-/,
    );
    assert.match(text, /<img src="\/sca-assets\/logo-\w+\.svg" alt="" width="90" height="36">/);
    assert.match(text, /<label for="number">Fødselsnummer<\/label>/);
    assert.match(text, /<p>Trenger du hjelp\? Ring 915 00 000\.<\/p>/);
    assert.match(text, /999 888 777 &lt;NUF&gt;<\/p>/);
    for (const [address, file] of files) {
      assert.equal(file.status, 200, address);
      assert.match(file.headers.get("content-security-policy") ?? "", /default-src 'none'/);
      assert.equal(file.headers.get("x-content-type-options"), "nosniff");
    }
    const style = [...files].find(([address]) => address.endsWith(".css"))?.[1];
    assert.match((await style?.text()) ?? "", /--primary: #1d4f91;[\s\S]*--primary: #9cc2f5;/);
    const english = await readPage(bank, sandbox, "en");
    assert.match(english.text, /<label for="number">National identity number<\/label>/);
  });

  test("is neutral in production if none is set: nothing names Varde", async () => {
    await using bank = await startProduction({ bankName: "Fjordbanken" });
    const { text, files } = await readPage(bank, sandbox);
    assert.doesNotMatch(text, /varde|<img/i);
    assert.deepEqual(
      [...files.keys()].map((address) => address.replace(/-\w+\./, ".")),
      ["/sca-assets/icon.svg", "/sca-assets/sca.css"],
    );
    for (const file of files.values()) assert.doesNotMatch(await file.text(), /varde/i);
  });

  test("has Varde's mark in a sandbox until the bank has a logo", async () => {
    const plain = await readPage(sandbox, sandbox);
    assert.match(plain.text, /<img src="\/sca-assets\/varde-\w+\.svg" alt=""/);
    const { theme: own } = theme;
    await using themed = await aBank({ bank: { theme: { ...own, logoHasName: true } } });
    const { text } = await readPage(themed, themed);
    assert.doesNotMatch(text, /sca-assets\/varde-/);
    assert.match(text, /<img src="\/sca-assets\/logo-\w+\.svg" alt="Varde Bank"/);
    assert.doesNotMatch(text, /<span>Varde Bank<\/span>/);
    assert.match(text, /<p>Dette er en testbank\.[^<]*<\/p><p>Fjordbanken ASA/);
  });

  test("is refused at the start with a sentence for each fault", async () => {
    const colours = { light: { primary: "#ffdd00" } };
    await assert.rejects(
      startProduction({ theme: { logo: "/missing.svg", colours } }),
      (error) =>
        error instanceof ConfigurationRefused &&
        /^theme\.colours\.light: primary #ffdd00 on paper/.test(error.message) &&
        /\ntheme\.logo: the file \/missing\.svg cannot be read \(ENOENT\)\.$/.test(error.message),
    );
  });
});
