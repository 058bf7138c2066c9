import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { createOidcScaMethod } from "@varde/sca-oidc";
import { type Storage, StorageUnavailable } from "@varde/storage";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { logIn, oidcTerms, TestProvider } from "@varde/testkit/eid";
import { ndct, payOla } from "@varde/testkit/payments";
import { PageBrowser } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

/** Registered with the provider; the test sends the browser to the bank itself. */
const publicUrl = "http://127.0.0.1:9";
const nin = dataSet.people.kari.customerNumber;

describe("SCA-33: the storage is unavailable when the PSU comes back from the eID", () => {
  let provider: TestProvider;
  let sandbox: TestBank;
  let bank: ProductionBank;
  let tpp: RawTpp;
  /** The calls that fail now. */
  let failing: "read" | "write" | "none" = "none";
  before(async () => {
    provider = await TestProvider.start([`${publicUrl}/sca-callback`]);
    sandbox = await aBank();
    const scaMethod = createOidcScaMethod({
      ...oidcTerms,
      issuer: provider.issuer,
      key: provider.key,
      psuDirectory: sandbox.bank.psuDirectory,
    });
    const storage = new Proxy(sandbox.storage, {
      get: (target: Storage, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: readonly unknown[]) =>
          name === failing
            ? Promise.reject(new StorageUnavailable("the database is away"))
            : value.apply(target, given);
      },
    });
    const configuration = { publicUrl, anchors: [sandbox.authority.certificate] };
    bank = await aProductionBank({ ...sandbox, storage }, configuration, { scaMethod });
    tpp = aTpp(bank, sandbox.tpp);
  });
  after(async () => {
    await bank?.close();
    await sandbox?.close();
    await provider?.[Symbol.asyncDispose]();
  });

  const readAddress = ({ page }: PageBrowser): string =>
    /http-equiv="refresh" content="0; url=([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  /** Comes back from the eID, fails once as the test says, and repeats what the page says. */
  const comeBack = async (browser: PageBrowser, calls: "read" | "write") => {
    const { pathname, search } = await logIn(readAddress(browser), { nin });
    failing = calls;
    await browser.open(`${pathname}${search}`);
    failing = "none";
    assert.equal(browser.status, 503);
    assert.equal(browser.headers.get("refresh"), "2", "the page repeats its own address");
    assert.equal(browser.headers.get("retry-after"), "2");
    assert.match(browser.page, /One moment|Et øyeblikk/);
    await browser.open(`${pathname}${search}`);
  };

  for (const calls of ["read", "write"] as const) {
    test(`SCA-33: a ${calls} that fails once costs the PSU no second login`, async () => {
      const { paymentId, path } = await payOla(tpp);
      const browser = new PageBrowser(bank.addresses.http);
      await browser.open(`${path}?lang=en`);
      await comeBack(browser, calls);
      assert.match(browser.page, /Approve the payment/);
      await browser.submit({ decision: "approve" });
      await comeBack(browser, calls);
      assert.match(browser.page, /psu-id=/);
      const { json } = await tpp.send({ path: `${ndct}/${paymentId}/status` });
      assert.equal(json.transactionStatus, "ACSC");
    });
  }
});
