import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BankReport, bankCases, buildHar, formatJunit } from "@varde/conformance";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, findBarriers, openBrowser, test } from "@varde/testkit/browser";
import { formatBankPage } from "../src/output/format-bank-page.ts";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;

describe("the reports of a checked bank", () => {
  const opened = new AsyncDisposableStack();
  let varde: CommandLine;
  let report: BankReport;
  before(async () => {
    const { bank, varde: line } = await aBankWithTpp(opened);
    varde = line;
    const file = {
      bank: bank.addresses.http,
      certificate: ".varde-tpp/certificate.pem",
      key: ".varde-tpp/key.pem",
      sca: { varde: { customer: kari.customerNumber } },
      debtor: { bban: kari.current.bban },
      creditor: { bban: ola.current.bban, name: ola.name },
    };
    writeFileSync(join(varde.folder, "bank.json"), JSON.stringify(file));
    const only = ["--only", "SIG,VAR,ERR"];
    await varde.run("check-bank", "bank.json", ...only, "--json-report", "report.json");
    const found: BankReport = JSON.parse(readFileSync(join(varde.folder, "report.json"), "utf8"));
    // The bank passes, so a failure is added for the reports to show.
    const [gate, ...checks] = found.checks;
    assert.ok(gate !== undefined);
    const failure = { says: 'returns "<b>418</b>" & more', seen: "status 400 \u0000 <i>" };
    report = {
      ...found,
      counts: { ...found.counts, failed: 1 },
      checks: [{ ...gate, ...failure, id: "absurd", result: "failed" }, ...checks],
    };
  });
  after(() => opened.disposeAsync());

  test("the page has no barriers and fits a phone, and its failures come first", async () => {
    await using browser = await openBrowser();
    const content = formatBankPage(report);
    const openAll = "for (const each of document.querySelectorAll('details')) each.open = true";
    await browser.withPage({}, async (page, complaints) => {
      await page.setContent(content);
      await page.evaluate(openAll);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await findBarriers(page), [], `${width} px, ${colorScheme}`);
        }
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
      }
      assert.match(await page.locator("h1").innerText(), /fails 1 check$/);
      assert.match(await page.locator("summary").first().innerText(), /absurd/);
      assert.deepEqual(complaints, []);
    });
  });

  test("a browser reads the JUnit file as XML, with the counts of the run", async () => {
    await using browser = await openBrowser();
    const xml = formatJunit("check-bank", bankCases(report));
    await browser.withPage({}, async (page) => {
      const { message, ...read } = await page.evaluate((text: string) => {
        const parsed = new DOMParser().parseFromString(text, "application/xml");
        const count = (name: string) => parsed.querySelectorAll(name).length;
        return {
          fault: parsed.querySelector("parsererror")?.textContent,
          cases: count("testcase"),
          failures: count("failure"),
          message: parsed.querySelector("failure")?.getAttribute("message"),
        };
      }, xml);
      assert.deepEqual(read, { fault: undefined, cases: report.checks.length, failures: 1 });
      assert.match(String(message), /status 400 \ufffd <i>/);
    });
  });

  test("a browser replays the HTTP archive", async () => {
    await using browser = await openBrowser();
    const file = join(varde.folder, "run.har");
    writeFileSync(file, JSON.stringify(buildHar(report)));
    const first = report.exchanges.find(({ request }) => request.method === "GET");
    assert.ok(first !== undefined);
    await browser.withPage({}, async (page) => {
      await page.routeFromHAR(file, { notFound: "abort" });
      const { origin } = new URL(report.bank);
      const response = await page.goto(`${origin}${first.request.target}`);
      const same = report.exchanges.filter(
        ({ request }) => request.method === "GET" && request.target === first.request.target,
      );
      const bodies = same.map((each) => each.response?.body);
      assert.ok(bodies.includes((await response?.text()) ?? ""));
    });
  });

  test("no report shows a customer number, a key or a whole signature", () => {
    const written = [
      formatBankPage(report),
      JSON.stringify(report),
      JSON.stringify(buildHar(report)),
      formatJunit("check-bank", bankCases(report)),
    ].join("\n");
    for (const canary of [kari.customerNumber, "PRIVATE KEY"]) {
      assert.ok(!written.includes(canary), canary);
    }
    assert.doesNotMatch(written, /signature=\\?"[A-Za-z0-9+/]{20}/);
  });
});
