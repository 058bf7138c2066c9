import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { openControl } from "@varde/protocol/control-client";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  after,
  before,
  describe,
  openBrowser,
  type SharedBrowser,
  test,
} from "@varde/testkit/browser";
import { openTogether } from "@varde/testkit/disposal";
import { ndct } from "@varde/testkit/payments";
import { missingPrograms } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, resign } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { aPaymentToOla, withPage } from "./a-journey.ts";

const run = promisify(execFile);
const desktop = { viewport: { width: 1280, height: 900 } } as const;
const clipboard = ["clipboard-read", "clipboard-write"];

describe("what a TPP developer does in the console", { skip: missingPrograms(["curl"]) }, () => {
  let bank: TestBank;
  let browser: SharedBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    [bank, browser] = await openTogether(opened, [aBank(), openBrowser()]);
  });
  after(() => opened.disposeAsync());

  const open = async (page: Page, path: string) => {
    await page.goto(bank.addresses.http + path);
    await page.getByText("Live", { exact: true }).waitFor();
  };
  /** Runs the command that was copied, and returns what the bank returned. */
  const runCopied = async (page: Page): Promise<string> => {
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText(/^Copied\./).waitFor();
    const command = await page.evaluate<string>("navigator.clipboard.readText()");
    assert.match(command, /^curl /);
    return (await run("sh", ["-c", command])).stdout;
  };

  test("a request is copied as curl, sent again and made to fail", () =>
    withPage(
      { browser },
      async (page) => {
        await openControl(bank.addresses.http, undefined).post("/first-payment");
        await open(page, "/#/requests");
        await page
          .getByRole("link", { name: /createPayment/ })
          .first()
          .click();
        assert.match(await runCopied(page), /"transactionStatus":"RCVD"/);
        const sendAgain = page.getByRole("button", { name: "Send again" });
        await sendAgain.click();
        await page.getByText("the bank returned 201").waitFor();
        await page.getByLabel("Make this fail next time").selectOption("forbidden");
        await page.getByText("The next createPayment fails: 403 FORBIDDEN.").waitFor();
        await sendAgain.click();
        await page.getByText("the bank returned 403").waitFor();
      },
      { ...desktop, permissions: clipboard },
    ));

  if (atScale({ slice: false, long: true })) {
    test("a refused signature shows what differs, and its request is signed correctly", () =>
      withPage(
        { browser },
        async (page) => {
          const body = { name: "Wrong TPP", kind: "working" } as const;
          const control = openControl(bank.addresses.http, undefined);
          const tpp = aTpp(bank, await control.post("/tpp-certificates", { body }));
          const refused = await tpp.send({
            path: ndct,
            headers: {
              "x-accept-fix": "amount-as-string",
              "PSU-Context": "PRIVATE",
              "PSU-IP-Address": "192.0.2.1",
              "TPP-Session-ID": randomUUID(),
              "TPP-Redirect-URI": "https://tpp.example/back",
            },
            body: aPaymentToOla(),
            // The id is signed in lower case and sent in upper case.
            tamper: (headers) => {
              const id = String(headers["X-Request-ID"]);
              resign(headers, { key: tpp.key });
              headers["X-Request-ID"] = id.toUpperCase();
            },
          });
          assert.equal(refused.status, 400, refused.text);
          await open(page, "/#/requests");
          await page
            .getByRole("link", { name: /400 createPayment/ })
            .first()
            .click();
          const strings = page.getByRole("region", { name: "Signing strings" });
          await strings.locator("tr.differs mark").first().waitFor();
          assert.match(await runCopied(page), /"transactionStatus":"RCVD"/);
        },
        { ...desktop, permissions: clipboard },
      ));
  }
});
