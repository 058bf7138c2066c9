import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { browserPatienceMs, findBarriers, launchBrowser } from "@varde/testkit/browser";
import { aTpp, type RawAnswer, type RawTpp } from "@varde/testkit/tpp";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { type Site, startSite } from "./a-site.ts";

export const paymentsPath = "/v1/payments/norwegian-domestic-credit-transfers";

/** A payment from Kari to Ola, inside the bank, so that it is booked when the PSU is back. */
export const aPayment = (changes: object = {}): object => ({
  instructedAmount: { amount: "249.50", currency: "NOK" },
  debtorAccount: { bban: dataSet.people.kari.current.bban, currency: "NOK" },
  creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
  creditorName: dataSet.people.ola.name,
  creditorAddress: { country: "NO" },
  remittanceInformationUnstructured: `Seks glass ${randomUUID()}`,
  ...changes,
});

/** The bank, a TPP with a site of its own, and a real browser. */
export interface Journey {
  readonly bank: TestBank;
  readonly browser: Browser;
  readonly tpp: RawTpp;
  readonly site: Site;
  /** The TPP's address, with a query of its own that must survive. */
  readonly callback: string;
  close(): Promise<void>;
}

export async function startJourney(): Promise<Journey> {
  const [bank, browser, site] = await Promise.all([startBank(), launchBrowser(), startSite()]);
  return {
    bank,
    browser,
    site,
    tpp: aTpp(bank),
    callback: `${site.origin}/cb?own=query&empty=`,
    close: async () => {
      await browser.close();
      await Promise.all([bank.close(), site.close()]);
    },
  };
}

/** Sends what every changing call needs, besides what the test says. */
export const call = (
  { tpp, callback }: Pick<Journey, "tpp" | "callback">,
  request: {
    readonly method?: string;
    readonly path: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string | undefined>>;
  },
): Promise<RawAnswer> =>
  tpp.send({
    ...request,
    headers: {
      "x-accept-fix": "amount-as-string",
      "TPP-Session-ID": randomUUID(),
      "TPP-Redirect-URI": callback,
      "PSU-IP-Address": "192.0.2.1",
      ...request.headers,
    },
  });

/** A payment whose one SCA both identifies and approves. */
export async function createSingleScaPayment(
  journey: Pick<Journey, "tpp" | "callback">,
  changes: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const sessionId = randomUUID();
  const headers = {
    "PSU-Context": "PRIVATE",
    "TPP-Session-ID": sessionId,
    ...changes.headers,
  };
  const created = await call(journey, {
    path: paymentsPath,
    body: changes.body ?? aPayment(),
    headers,
  });
  assert.equal(created.status, 201, created.text);
  const { paymentId, _links } = created.json;
  return { paymentId, link: _links.scaRedirect.href as string, sessionId };
}

export async function statusOf({ tpp }: Pick<Journey, "tpp">, paymentId: string): Promise<string> {
  const answer = await tpp.send({ path: `${paymentsPath}/${paymentId}/status` });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.transactionStatus;
}

/** A browser of somebody's own: nothing is shared with another one. Anything odd fails the test. */
export async function withPage(
  { browser }: Pick<Journey, "browser">,
  walk: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(browserPatienceMs);
  const odd: string[] = [];
  try {
    context.on("dialog", (dialog) => {
      odd.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on("weberror", (error) => odd.push(error.error().message));
    context.on("console", (message) => {
      // A frame that stays empty is also told of; that is what some tests are after.
      const text = message.text();
      if (/Content.Security.Policy/i.test(text) && !/frame/i.test(text)) odd.push(text);
    });
    const page = await context.newPage();
    await walk(page);
    assert.deepEqual(odd, []);
  } finally {
    await context.close();
  }
}

/** The page in view has this heading, is whole, and axe finds nothing wrong with it. */
export async function isAt(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.waitForLoadState();
  assert.deepEqual(await findBarriers(page), [], heading);
  if (screenshots !== undefined) await takeScreenshot(page, heading);
}

/** Where to keep a picture of every page that is looked at. */
const screenshots = process.env.VARDE_SCREENSHOTS;
let pictures = 0;

async function takeScreenshot(page: Page, heading: string): Promise<void> {
  pictures += 1;
  const width = page.viewportSize()?.width ?? 0;
  const path = `${screenshots}/${process.pid}-${String(pictures).padStart(3, "0")} ${width} ${heading}.png`;
  await page.screenshot({ path, fullPage: true });
}

/** Presses what sends a form. What is looked at next is not the page that it was sent from. */
export async function send(button: Locator): Promise<void> {
  const page = button.page();
  const isOfPage = (frame: ReturnType<Page["mainFrame"]>) => frame === page.mainFrame();
  await Promise.all([page.waitForEvent("framenavigated", { predicate: isOfPage }), button.click()]);
}

export async function identify(page: Page, customerNumber: string): Promise<void> {
  await page.getByLabel("Customer number").fill(customerNumber);
  await send(page.getByRole("button", { name: "Continue", exact: true }));
}

/** The parameters that came back, in order, decoded. */
export const parametersOf = (visit: string): readonly (readonly [string, string])[] => [
  ...new URL(visit, "http://site").searchParams,
];
