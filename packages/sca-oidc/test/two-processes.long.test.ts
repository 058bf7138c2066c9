import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { listScas } from "@varde/bank";
import type { ProductionBank } from "@varde/testkit/bank";
import { after, before, describe, openBrowser, test } from "@varde/testkit/browser";
import { TestProvider } from "@varde/testkit/eid";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { RoundRobinProxy } from "@varde/testkit/processes";
import { callHeaders, kari, ola } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { anOidcBank, openPeople } from "./an-oidc-bank.ts";

const toOla = {
  creditorName: "Ola Bråten",
  creditorAccount: { bban: "99901010117", currency: "NOK" },
};
const tppAddress = "https://tpp.example/back";

describe("a PSU identifies and approves at a provider, with two processes of the bank", () => {
  const stack = new AsyncDisposableStack();
  let people: Awaited<ReturnType<typeof openPeople>>;
  let bank: ProductionBank;
  let tpp: RawTpp;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let proxy: RoundRobinProxy;
  before(async () => {
    const database = stack.use(await freshDatabase());
    proxy = stack.use(await RoundRobinProxy.start());
    const provider = stack.use(await TestProvider.start([`${proxy.address}/sca-callback`]));
    const { issuer, key } = provider;
    const shared = { databaseUrl: database.url, publicUrl: proxy.address, issuer, key };
    people = stack.use(await openPeople(shared));
    bank = stack.use(await anOidcBank(people, shared));
    const second = fork(new URL("second-bank/main.ts", import.meta.url), {
      execArgv: ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"],
    });
    stack.defer(() => end(second));
    second.send(shared);
    const [address] = await once(second, "message");
    proxy.targets.push(bank.addresses.http, address);
    tpp = aTpp(bank, people.tpp);
    browser = stack.use(await openBrowser());
  });
  after(() => stack.disposeAsync());

  const createPayment = async () => {
    const created = await tpp.send({
      path: ndct,
      body: aPayment(toOla),
      headers: {
        ...callHeaders(),
        "TPP-Redirect-URI": tppAddress,
        "PSU-Context": "PRIVATE",
      },
    });
    assert.equal(created.status, 201, created.text);
    return { paymentId: created.json.paymentId, link: created.json._links.scaRedirect.href };
  };
  /** Opens the link, and returns the parameters with which the browser arrives at the TPP. */
  const visit = async (link: string, steps: (page: Page) => Promise<void>) => {
    let arrived = new URLSearchParams();
    await browser.withPage({ locale: "en-GB" }, async (page) => {
      await page.route(`${tppAddress}**`, (route) => route.fulfill({ body: "back" }));
      await page.goto(link);
      await steps(page);
      await page.waitForURL(`${tppAddress}**`);
      arrived = new URL(page.url()).searchParams;
    });
    return arrived;
  };
  const confirm = async (page: Page, nin: string) => {
    await page.getByLabel("Identity number").fill(nin);
    await page.getByRole("button", { name: "Confirm" }).click();
  };

  test("A27: identifies, shows what is approved, and books the payment", async () => {
    const { paymentId, link } = await createPayment();
    let shown = "";
    const arrived = await visit(link, async (page) => {
      await confirm(page, kari.customerNumber);
      await page.getByRole("button", { name: "Approve the payment" }).click();
      shown = await page.locator("#text").innerText();
      await confirm(page, kari.customerNumber);
    });
    assert.match(shown, /^Pay NOK [\d.,]+ to Ola Bråten, account 99901010117\. Reference \w{8}$/);
    assert.ok(arrived.has("psu-id"), String(arrived));
    const status = await tpp.send({ path: `${ndct}/${paymentId}/status` });
    assert.equal(status.json.transactionStatus, "ACSC");
    const [sca] = await people.storage.read(() => listScas("payment", paymentId));
    const { identify, approve } = sca?.evidence ?? {};
    assert.deepEqual([identify?.method, approve?.level], ["oidc", "substantial"]);
    assert.notEqual(identify?.hash, approve?.hash);
    assert.ok(
      proxy.served.every((count) => count >= 2),
      `both processes serve: ${proxy.served}`,
    );
  });

  const refusals: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
    [
      "if another person approves",
      "PSU_CREDENTIALS_INVALID",
      async (page) => {
        await confirm(page, kari.customerNumber);
        await page.getByRole("button", { name: "Approve the payment" }).click();
        await confirm(page, ola.customerNumber);
      },
    ],
    [
      "who refuses at the provider",
      "SCA_INVALID",
      (page) => page.getByRole("button", { name: "Refuse" }).click(),
    ],
  ];
  for (const [who, code, steps] of atScale({ slice: [], long: refusals })) {
    test(`A27: sends a PSU back to the TPP ${who}`, async () => {
      const { paymentId, link } = await createPayment();
      assert.equal((await visit(link, steps)).get("code"), code);
      const status = await tpp.send({ path: `${ndct}/${paymentId}/status` });
      assert.equal(status.json.transactionStatus, "RCVD");
    });
  }
});

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};
