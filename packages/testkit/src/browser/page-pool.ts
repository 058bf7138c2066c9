import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { browserPatienceMs } from "./browser.ts";

/** Something a page logged, threw or asked in a dialog. Dialogs are dismissed. */
export interface Complaint {
  readonly kind: "console" | "error" | "dialog";
  readonly text: string;
}

/** Receives a page and, as they happen, the complaints of all pages of its context. */
export type PageUse = (page: Page, complaints: readonly Complaint[]) => Promise<void>;

interface PooledPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: Complaint[];
  /** Returns whether a page of the context wrote to its local or session storage. */
  readonly hasStored: () => boolean;
}

const defaultViewport = { width: 1280, height: 720 };

/**
 * The open pages of a browser, each in a context of its own. Opening one costs more processor time
 * than most tests, so tests with the same options use the same page, one after another.
 */
export class PagePool {
  readonly #browser: Browser;
  /** Pages that no test uses now, by the options of their context. */
  readonly #unused = new Map<string, PooledPage[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async withPage(options: BrowserContextOptions, use: PageUse): Promise<void> {
    const key = JSON.stringify(options);
    const unused = this.#unused.get(key) ?? [];
    this.#unused.set(key, unused);
    const pooled = unused.pop() ?? (await open(this.#browser, options));
    let isClean = false;
    try {
      await use(pooled.page, pooled.complaints);
      isClean = await clean(pooled, options);
    } finally {
      if (isClean) unused.push(pooled);
      else await pooled.context.close();
    }
  }
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<PooledPage> {
  const context = await browser.newContext({ viewport: defaultViewport, ...options });
  context.setDefaultTimeout(browserPatienceMs);
  const complaints: Complaint[] = [];
  context.on("console", (message) => complaints.push({ kind: "console", text: message.text() }));
  context.on("weberror", (error) =>
    complaints.push({ kind: "error", text: error.error().message }),
  );
  context.on("dialog", (dialog) => {
    complaints.push({ kind: "dialog", text: dialog.message() });
    void dialog.dismiss();
  });
  let hasStored = false;
  await context.exposeBinding("noteStored", () => {
    hasStored = true;
  });
  await context.addInitScript(noteStoredItems);
  const page = await context.newPage();
  return { context, page, complaints, hasStored: () => hasStored };
}

/**
 * A script for every page. The browser reports stored items too, but not if the page goes to
 * another origin right after storing one.
 */
const noteStoredItems = `{
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...item) {
    noteStored();
    return setItem.apply(this, item);
  };
}`;

/**
 * Removes what a test left in the context. Returns false if that is not possible: storage can only
 * be cleared from its own origin, and other tabs may have stored something too.
 */
async function clean(pooled: PooledPage, { viewport }: BrowserContextOptions): Promise<boolean> {
  const { context, page, complaints, hasStored } = pooled;
  if (hasStored() || page.isClosed() || context.pages().length > 1) return false;
  await page.unrouteAll();
  if (!(await leave(page))) return false;
  await page.setViewportSize(viewport ?? defaultViewport);
  await page.emulateMedia({ colorScheme: null });
  await context.clearCookies();
  complaints.length = 0;
  return true;
}

/** Leaves for an empty page. A redirect that is still under way interrupts the first attempts. */
async function leave(page: Page): Promise<boolean> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    try {
      await page.goto("about:blank");
      return true;
    } catch {
      await page.waitForLoadState();
    }
  }
  return false;
}
