import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { after, before, describe, openBrowser, test } from "@varde/testkit/browser";
import { aPayment, ndct } from "@varde/testkit/payments";
import { missingPrograms } from "@varde/testkit/processes";
import { kari } from "@varde/testkit/psu";
import { type RawRequest, type RawResponse, RawTpp } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { type LiveDemo, startLiveDemo } from "../../tools/live-demo/start-live-demo.ts";

const tppAddress = "https://tpp.example/back";
const main = fileURLToPath(new URL("../../packages/varde/src/main.ts", import.meta.url));

describe("the live demo", { skip: missingPrograms(["openssl"]) }, () => {
  const stack = new AsyncDisposableStack();
  let demo: LiveDemo;
  let tpp: RawTpp;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  /** How often the TPP got each status, by operation. */
  const seen = new Map<string, number>();
  const count = (operation: string, { status }: RawResponse) => {
    const key = `${operation} ${status}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  before(async () => {
    // Half of them for one TPP, in each process.
    demo = stack.use(await startLiveDemo({ requestsInFlightMax: 2 }));
    tpp = new RawTpp(demo.bankUrl, demo.tpp);
    browser = stack.use(await openBrowser());
  });
  after(() => stack.disposeAsync());

  const send = async (operation: string, request: RawRequest): Promise<RawResponse> => {
    const response = await tpp.send({
      ...request,
      headers: {
        "x-accept-fix": "amount-as-string",
        "TPP-Redirect-URI": tppAddress,
        "PSU-IP-Address": "192.0.2.1",
        "PSU-Context": "PRIVATE",
        ...request.headers,
      },
    });
    count(operation, response);
    return response;
  };
  const confirm = async (page: Page) => {
    await page.getByLabel("Identity number").fill(kari.customerNumber);
    await page.getByRole("button", { name: "Confirm" }).click();
  };
  /** Identifies at the eID, presses the button of the bank, approves, and returns to the TPP. */
  const approve = async (link: string, button: string, choose = async (_: Page) => {}) => {
    let arrived = new URLSearchParams();
    await browser.withPage({ locale: "en-GB" }, async (page) => {
      await page.route(`${tppAddress}**`, (route) => route.fulfill({ body: "back" }));
      await page.goto(link);
      await confirm(page);
      await choose(page);
      await page.getByRole("button", { name: button }).click();
      await confirm(page);
      await page.waitForURL(`${tppAddress}**`);
      arrived = new URL(page.url()).searchParams;
    });
    assert.equal(arrived.get("code"), null, String(arrived));
    return arrived.get("psu-id") ?? "";
  };
  const chooseAccounts = async (page: Page) => {
    await page.getByLabel("Myself").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Choose accounts to share" }).waitFor();
    for (const account of await page.getByRole("checkbox").all()) await account.check();
  };
  /** Runs a command on the database of the bank and returns what it prints as JSON. */
  const varde = async (...words: readonly string[]): Promise<string> => {
    const flags = ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...flags, main, ...words, "--json"],
      { env: { PATH: process.env.PATH, DATABASE_URL: demo.databaseUrl } },
    );
    return stdout;
  };

  test("a payment is approved at the eID and booked by the core bank", async () => {
    const body = aPayment({
      creditorName: "Ola Bråten",
      creditorAccount: { bban: "99901010117", currency: "NOK" },
    });
    const headers = { "TPP-Session-ID": randomUUID() };
    const created = await send("createPayment", { path: ndct, body, headers });
    assert.equal(created.status, 201, created.text);
    await approve(created.json._links.scaRedirect.href, "Approve the payment");
    const path = `${ndct}/${created.json.paymentId}/status`;
    const { json } = await send("readPaymentStatus", { path });
    assert.equal(json.transactionStatus, "ACSC");
  });

  test("a consent is given at the eID, and the accounts are read with it", async () => {
    const session = { "TPP-Session-ID": randomUUID() };
    const refused = await send("listAccounts", { path: "/v1/accounts", headers: session });
    assert.equal(refused.status, 401, refused.text);
    const { href } = refused.json._links.scaRedirect;
    const psuId = await approve(href, "Confirm your choice", chooseAccounts);
    const headers = { ...session, "PSU-ID": psuId };
    const read = await send("listAccounts", { path: "/v1/accounts", headers });
    assert.equal(read.status, 200, read.text);
    assert(read.json.accounts.length > 0);
  });

  test("requests above the limit get 503, and the bank serves again afterwards", async () => {
    const crowd = () =>
      Promise.all(
        Array.from({ length: 40 }, () =>
          send("listAccounts", {
            path: "/v1/accounts",
            headers: { "TPP-Session-ID": randomUUID() },
          }),
        ),
      );
    let statuses = (await crowd()).map(({ status }) => status);
    while (!statuses.includes(503)) statuses = (await crowd()).map(({ status }) => status);
    assert(statuses.every((status) => status === 401 || status === 503));
    const request = { path: "/v1/accounts", headers: { "TPP-Session-ID": randomUUID() } };
    let after = await send("listAccounts", request);
    while (after.status === 503) after = await send("listAccounts", request);
    assert.equal(after.status, 401, after.text);
  });

  test("metrics, KPI report and audit have what the TPP has seen", async () => {
    const metrics = await (await fetch(`${demo.bankUrl}/metrics`)).text();
    for (const [key, times] of seen) {
      const [operation, status] = key.split(" ");
      const name = `varde_responses_total{operation="${operation}",status="${status}"}`;
      assert(metrics.includes(`${name} ${times}\n`), `${name} ${times}\n${metrics}`);
    }
    assert.equal(await demo.stopBank(), 0);
    const sum = (wanted: (status: string) => boolean) =>
      [...seen]
        .filter(([key]) => wanted(key.split(" ")[1] ?? ""))
        .reduce((total, [, times]) => total + times, 0);
    const day = new Date();
    const quarter = `${day.getUTCFullYear()}-Q${Math.floor(day.getUTCMonth() / 3) + 1}`;
    const { interfaces } = JSON.parse(await varde("kpi", "report", "--quarter", quarter));
    const days: readonly Readonly<Record<"requests" | "errors", number | undefined>>[] =
      interfaces[0].days;
    const total = (name: "requests" | "errors") =>
      days.reduce((added, each) => added + (each[name] ?? 0), 0);
    assert.deepEqual(
      [total("requests"), total("errors")],
      [sum(() => true), sum((status) => status.startsWith("5"))],
    );
    const report = JSON.parse(
      await varde("audit", "verify", "--production", "--config", demo.file),
    );
    assert.deepEqual(report.faults, []);
    const lines = (await varde("audit", "search", "--tpp", demo.tppIdentifier)).trim().split("\n");
    const accesses = lines.map((line) => JSON.parse(line));
    const read = accesses.filter(({ operation, status }) => {
      return operation === "listAccounts" && status === 200;
    });
    assert.equal(read.length, seen.get("listAccounts 200"));
    assert(read[0].accounts.length > 0 && read[0].person !== undefined);
  });
});
