import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  type Complaint,
  findBarriers,
  openBrowser,
  type SharedBrowser,
} from "@varde/testkit/browser";
import { openTogether } from "@varde/testkit/disposal";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, type RawResponse, type RawTpp } from "@varde/testkit/tpp";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { type Site, startSite } from "./a-site.ts";

/** A payment from Kari to Ola, inside the bank, so that it is booked when the PSU returns. */
export const aPaymentToOla = (changes: object = {}): object =>
  aPayment({
    instructedAmount: { amount: "249.50", currency: "NOK" },
    creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
    creditorName: dataSet.people.ola.name,
    creditorAddress: { country: "NO" },
    remittanceInformationUnstructured: `Seks glass ${randomUUID()}`,
    ...changes,
  });

/** A bank, a TPP with a web site, and a real browser. Closed together. */
export interface Journey extends AsyncDisposable {
  readonly bank: TestBank;
  readonly browser: SharedBrowser;
  readonly tpp: RawTpp;
  readonly site: Site;
  /** The TPP's redirect address; its query must survive. */
  readonly callback: string;
  close(): Promise<void>;
}

export async function startJourney(): Promise<Journey> {
  await using stack = new AsyncDisposableStack();
  const [bank, browser, site] = await openTogether(stack, [aBank(), openBrowser(), startSite()]);
  const opened = stack.move();
  const close = () => opened.disposeAsync();
  return {
    bank,
    browser,
    site,
    tpp: aTpp(bank),
    callback: `${site.origin}/cb?own=query&empty=`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Sends a request with the headers that every changing operation needs. */
export const call = (
  { tpp, callback }: Pick<Journey, "tpp" | "callback">,
  request: {
    readonly method?: string;
    readonly path: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string | undefined>>;
  },
): Promise<RawResponse> =>
  tpp.send({
    ...request,
    headers: {
      ...callHeaders(),
      "TPP-Redirect-URI": callback,
      ...request.headers,
    },
  });

/** Creates a payment whose single SCA both identifies the PSU and approves. */
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
    path: ndct,
    body: changes.body ?? aPaymentToOla(),
    headers,
  });
  assert.equal(created.status, 201, created.text);
  const { paymentId, _links } = created.json;
  return { paymentId, link: _links.scaRedirect.href as string, sessionId };
}

export async function statusOf({ tpp }: Pick<Journey, "tpp">, paymentId: string): Promise<string> {
  const response = await tpp.send({ path: `${ndct}/${paymentId}/status` });
  assert.equal(response.status, 200, response.text);
  return response.json.transactionStatus;
}

/** Opens a page as a new visitor. Dialogs, errors and CSP violations fail the test. */
export const withPage = (
  { browser }: Pick<Journey, "browser">,
  steps: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> =>
  browser.withPage({ locale: "en-GB", ...options }, async (page, complaints) => {
    await steps(page);
    assert.deepEqual(complaints.filter(isUnexpected), []);
  });

/** Blocked frames are also logged; some tests cause them on purpose. */
const isUnexpected = ({ kind, text }: Complaint): boolean =>
  kind !== "console" || (/Content.Security.Policy/i.test(text) && !/frame/i.test(text));

/**
 * Asserts that the loaded page has this heading and that axe finds no violations. The colours and
 * sizes of every page of the bank are judged by `pages.browser.test.ts`, and here in the long run.
 */
export async function isAt(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.waitForLoadState();
  assert.deepEqual(await findBarriers(page, aspectsOnTheWay), [], heading);
  if (screenshots !== undefined) await takeScreenshot(page, heading);
}

/** The aspects that axe judges on pages whose look another test judges. */
export const aspectsOnTheWay = atScale({ slice: ["elements"] as const, long: undefined });

/** A folder for a screenshot of every page that is checked. */
const screenshots = process.env.VARDE_SCREENSHOTS;
let pictures = 0;

async function takeScreenshot(page: Page, heading: string): Promise<void> {
  pictures += 1;
  const width = page.viewportSize()?.width ?? 0;
  const path = `${screenshots}/${process.pid}-${String(pictures).padStart(3, "0")} ${width} ${heading}.png`;
  await page.screenshot({ path, fullPage: true });
}

/** Submits a form and waits until the next page is shown. */
export async function send(button: Locator): Promise<void> {
  const page = button.page();
  const isOfPage = (frame: ReturnType<Page["mainFrame"]>) => frame === page.mainFrame();
  await Promise.all([page.waitForEvent("framenavigated", { predicate: isOfPage }), button.click()]);
}

export async function identify(page: Page, customerNumber: string): Promise<void> {
  await page.getByLabel("Customer number").fill(customerNumber);
  await send(page.getByRole("button", { name: "Continue", exact: true }));
}

/** Returns the decoded parameters of a redirect, in order. */
export const parametersOf = (visit: string): readonly (readonly [string, string])[] => [
  ...new URL(visit, "http://site").searchParams,
];
