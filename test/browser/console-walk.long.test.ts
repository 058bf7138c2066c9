import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openControl } from "@varde/protocol/control-client";
import { describe, test } from "@varde/testkit/browser";
import { ndct } from "@varde/testkit/payments";
import { missingPrograms } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, resign } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { aBankSuite, desktop, openConsole } from "./a-bank-suite.ts";
import { aPaymentToOla, withPage } from "./a-journey.ts";

const run = promisify(execFile);
const clipboard = ["clipboard-read", "clipboard-write"];

describe("what a TPP developer does in the console", { skip: missingPrograms(["curl"]) }, () => {
  const suite = aBankSuite();

  const open = (page: Page, path: string) => openConsole(page, suite, path);
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
      suite,
      async (page) => {
        await openControl(suite.bank.addresses.http, undefined).post("/first-payment");
        await open(page, "/#/requests");
        await page
          .getByRole("link", { name: /createPayment/ })
          .first()
          .click();
        assert.match(await runCopied(page), /"transactionStatus":"RCVD"/);
        await page.getByText("Edit and send again").click();
        const response = page.getByRole("region", { name: "Response to the edited request" });
        const sendAgain = page.getByRole("button", { name: "Sign and send" });
        await sendAgain.click();
        await response.getByText("201").waitFor();
        await page.getByLabel("Make this fail next time").selectOption("forbidden");
        await page.getByText("The next createPayment fails: 403 FORBIDDEN.").waitFor();
        await sendAgain.click();
        await response.getByText("403").first().waitFor();
      },
      { ...desktop, permissions: clipboard },
    ));

  if (atScale({ slice: false, long: true })) {
    test("a refused signature shows what differs, and its request is signed correctly", () =>
      withPage(
        suite,
        async (page) => {
          const body = { name: "Wrong TPP", kind: "working" } as const;
          const control = openControl(suite.bank.addresses.http, undefined);
          const tpp = aTpp(suite.bank, await control.post("/tpp-certificates", { body }));
          const refused = await tpp.send({
            path: ndct,
            headers: {
              ...callHeaders(),
              "PSU-Context": "PRIVATE",
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
