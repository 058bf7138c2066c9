import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { listScas } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { ndct, payOla } from "@varde/testkit/payments";
import { PageBrowser } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";
import { readState, TestEid } from "./an-eid.ts";

const { kari } = dataSet.people;

/** Visits of a link that are not the PSU's: a preview in a chat, a browser that reads ahead. */
const visits: Readonly<Record<string, RequestInit>> = {
  "a preview": { headers: { "user-agent": "Slackbot-LinkExpanding 1.0" } },
  "a prefetch": { headers: { "sec-purpose": "prefetch" } },
  "a prerender": { headers: { "sec-purpose": "prefetch;prerender" } },
  "a HEAD": { method: "HEAD" },
};

const bound = [
  ["a form of the bank", "form"],
  ["an eID that redirects", "redirect"],
  ["an eID that waits for a phone", "wait"],
] as const;

for (const [what, kind] of bound) {
  describe(`A34: a link of an SCA with ${what}`, () => {
    let sandbox: TestBank;
    let bank: Pick<ProductionBank, "addresses" | "close">;
    let tpp: RawTpp;
    const eid = new TestEid();
    before(async () => {
      sandbox = await aBank();
      if (kind === "form") bank = sandbox;
      else {
        const configuration = { anchors: [sandbox.authority.certificate] };
        bank = await aProductionBank(sandbox, configuration, { scaMethod: eid });
      }
      tpp = aTpp(bank, sandbox.tpp);
    });
    after(async () => {
      if (bank !== sandbox) await bank.close();
      await sandbox.close();
    });
    beforeEach(() => {
      if (kind !== "form") eid.kind = kind;
      eid.waits();
    });

    const newLink = async () => {
      const { paymentId, path } = await payOla(tpp);
      return { paymentId, path, address: `${bank.addresses.http}${path}` };
    };
    const newBrowser = () => new PageBrowser(bank.addresses.http);
    const readSca = async (paymentId: string) =>
      (await sandbox.storage.read(() => listScas("payment", paymentId)))[0];
    /** Identifies in a browser that has opened the link. */
    const identify = async (browser: PageBrowser, path: string) => {
      if (kind === "form") {
        await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
        return;
      }
      const state = kind === "redirect" ? readState(browser.page) : "";
      eid.proves(kari.personId);
      await browser.open(kind === "redirect" ? `/sca-callback?state=${state}&code=1` : path);
    };
    const finish = async (browser: PageBrowser, path: string) => {
      await browser.submit({ decision: "approve" });
      if (kind === "redirect") {
        await browser.open(`/sca-callback?state=${readState(browser.page)}&code=1`);
      }
      if (kind === "wait") await browser.open(path);
    };
    const assertApprovalPage = (browser: PageBrowser) =>
      assert.match(browser.page, /Approve the payment/);

    for (const [visit, request] of Object.entries(visits)) {
      test(`SCA-32: ${visit} changes nothing, and the PSU approves`, async () => {
        const { paymentId, path, address } = await newLink();
        const before = await readSca(paymentId);
        const begun = eid.beginnings;
        assert.equal((await fetch(address, request)).status, 200);
        assert.deepEqual(await readSca(paymentId), before);
        assert.equal(eid.beginnings, begun);
        const browser = newBrowser();
        await browser.open(`${path}?lang=en`);
        await identify(browser, `${path}?lang=en`);
        assertApprovalPage(browser);
        await finish(browser, path);
        const { json } = await tpp.send({ path: `${ndct}/${paymentId}/status` });
        assert.equal(json.transactionStatus, "ACSC");
      });
    }

    test("SCA-32: the link is received until the PSU does something", async () => {
      const { paymentId, address } = await newLink();
      for (const lang of ["nb", "en"]) await fetch(`${address}?lang=${lang}`);
      assert.equal((await readSca(paymentId))?.status, "received");
      assert.equal((await readSca(paymentId))?.version, 1n);
    });

    test("A34: a visitor that goes on by itself does not keep the PSU out", async () => {
      const { path } = await newLink();
      await newBrowser().open(`${path}?lang=en`);
      const browser = newBrowser();
      await browser.open(`${path}?lang=en`);
      await identify(browser, `${path}?lang=en`);
      assertApprovalPage(browser);
    });

    test("A34: a second tab before authentication does not keep the PSU out", async () => {
      const { path } = await newLink();
      const browser = newBrowser();
      await browser.open(`${path}?lang=en`);
      const firstTab = browser.page;
      await browser.open(`${path}?lang=en`);
      browser.page = firstTab;
      await identify(browser, `${path}?lang=en`);
      if (kind === "redirect") await identify(browser, path);
      assertApprovalPage(browser);
    });

    test("SCA-28: another browser takes over before authentication, none after it", async () => {
      const { path } = await newLink();
      const [first, second, third] = [newBrowser(), newBrowser(), newBrowser()];
      await first.open(`${path}?lang=en`);
      await second.open(`${path}?lang=en`);
      await identify(second, `${path}?lang=en`);
      assertApprovalPage(second);
      for (const other of [first, third]) {
        await other.open(`${path}?lang=en`);
        assert.equal(other.status, 410);
        assert.match(other.page, /opened in another browser/);
      }
      assert.equal((await fetch(`${bank.addresses.http}${path}`, { method: "HEAD" })).status, 410);
      await second.open(`${path}?lang=en`);
      assertApprovalPage(second);
    });

    test("SCA-26: wrong identifications count in every browser", async () => {
      if (kind !== "form") return;
      const { path } = await newLink();
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const browser = newBrowser();
        await browser.open(`${path}?lang=en`);
        await browser.submit({ customerNumber: "10915596784", decision: "continue" });
        if (attempt === 5) assert.match(browser.page, /code=PSU_CREDENTIALS_INVALID/);
        else assert.match(browser.page, attempt === 4 ? /one attempt left/ : / attempts left/);
      }
    });

    test("SCA-32: begins no proof without cookie and token of the link's page", async () => {
      if (kind === "form") return;
      const { paymentId, path, address } = await newLink();
      const page = await fetch(`${address}?lang=en`);
      const next = /url=([^"]+\/begin[^"]*)"/.exec(await page.text())?.[1] ?? "";
      const begin = new URL(next.replaceAll("&amp;", "&"), address);
      const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const visit = (url: URL | string, headers: Record<string, string>) =>
        fetch(url, { headers, redirect: "manual" });
      assert.equal((await visit(begin, {})).status, 410);
      const other = `varde-sca=${"x".repeat(22)}`;
      assert.equal((await visit(begin, { cookie: other })).status, 303);
      assert.equal((await visit(`${address}/begin`, { cookie })).status, 303);
      assert.equal((await visit(begin, { cookie, "sec-purpose": "prefetch" })).status, 503);
      assert.equal((await readSca(paymentId))?.status, "received");
      const begun = await visit(begin, { cookie });
      assert.equal(begun.status, kind === "redirect" ? 200 : 303);
      assert.equal((await readSca(paymentId))?.status, "started");
      assert.equal(new URL(address).pathname, path);
    });

    test("SCA-28: a page that waits does not take the SCA back", async () => {
      if (kind !== "wait") return;
      const { path } = await newLink();
      const [first, second] = [newBrowser(), newBrowser()];
      await first.open(`${path}?lang=en`);
      await second.open(`${path}?lang=en`);
      const begun = eid.beginnings;
      await first.open(first.headers.get("refresh")?.split("url=")[1] ?? "");
      assert.equal(first.status, 410);
      assert.equal(eid.beginnings, begun);
      await identify(second, `${path}?lang=en`);
      assertApprovalPage(second);
    });
  });
}
