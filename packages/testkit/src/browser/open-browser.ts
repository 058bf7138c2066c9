import type { Browser, BrowserContextOptions } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { PagePool, type PageUse } from "./page-pool.ts";

/** How long a browser stays open for the next test file of the same process. */
const idleMs = 1_000;

/** A browser that the test files of one process share. */
export interface SharedBrowser extends AsyncDisposable {
  /** Lends a page without cookies, storage or other tabs that no other test uses now. */
  withPage(options: BrowserContextOptions, use: PageUse): Promise<void>;
}

interface Running {
  readonly browser: Browser;
  readonly pages: PagePool;
}

let running: Promise<Running> | undefined;
let users = 0;
let closing: NodeJS.Timeout | undefined;

/** Returns the browser of this process. It closes soon after its last user disposed of it. */
export async function openBrowser(): Promise<SharedBrowser> {
  clearTimeout(closing);
  users += 1;
  running ??= launch();
  try {
    const { pages } = await running;
    return {
      withPage: (options, use) => pages.withPage(options, use),
      [Symbol.asyncDispose]: async () => release(),
    };
  } catch (error) {
    running = undefined;
    release();
    throw error;
  }
}

async function launch(): Promise<Running> {
  const browser = await launchBrowser();
  const launched = running;
  // A browser that crashed is replaced for the next test file.
  browser.once("disconnected", () => {
    if (running === launched) running = undefined;
  });
  return { browser, pages: new PagePool(browser) };
}

function release(): void {
  users -= 1;
  if (users > 0) return;
  closing = setTimeout(() => {
    const idle = running;
    running = undefined;
    void idle?.then(({ browser }) => browser.close());
  }, idleMs);
}
