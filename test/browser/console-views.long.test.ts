import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  after,
  before,
  describe,
  findBarriers,
  openBrowser,
  type SharedBrowser,
  test,
} from "@varde/testkit/browser";
import { openTogether } from "@varde/testkit/disposal";
import { atScale } from "@varde/testkit/rounds";
import type { Page } from "playwright-core";
import { fillWorld } from "./a-busy-world.ts";
import { withPage } from "./a-journey.ts";

const views = [
  { width: 360, height: 740, colorScheme: "dark" },
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 360, height: 740, colorScheme: "light" },
  { width: 1280, height: 900, colorScheme: "dark" },
  { width: 1920, height: 1080, colorScheme: "light" },
  { width: 1920, height: 1080, colorScheme: "dark" },
] as const;

/** A folder for a picture of every screen. */
const pictures = process.env.VARDE_SCREENSHOTS;

/** Texts that are an element, close an attribute or run a script, if they are not escaped. */
const attack = (text: string): string => `"><img src=x>${text.slice(0, 12)}`;

describe("A28: every screen of the console with texts of a TPP that attack it", () => {
  let bank: TestBank;
  let browser: SharedBrowser;
  let screens: Readonly<Record<string, string>>;
  const opened = new AsyncDisposableStack();
  before(async () => {
    [bank, browser] = await openTogether(opened, [aBank(), openBrowser()]);
    screens = await fillWorld(bank, pictures === undefined ? attack : undefined);
  });
  after(() => opened.disposeAsync());

  const visit = async (page: Page, address: string) => {
    await page.goto(`${bank.addresses.http}/${address}`);
    await page.getByText("Live", { exact: true }).waitFor();
    const isDetail = address.split("/").length > 2;
    const content = isDetail ? "article h2" : "main :is(.row, .card, .tiles, .steps)";
    await page.locator(content).first().waitFor();
  };

  for (const { width, height, colorScheme } of views.slice(0, atScale({ slice: 1, long: 6 }))) {
    test(`A28: fits ${width} pixels, ${colorScheme}, and shows every text as text`, () =>
      withPage(
        { browser },
        async (page) => {
          let shown = 0;
          for (const [name, address] of Object.entries(screens)) {
            await visit(page, address);
            if (pictures !== undefined) {
              const file = `${name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`;
              await page.screenshot({ path: `${pictures}/${file}` });
            }
            const { title, scrolls, made } = await page.evaluate<Looked>(look);
            assert.equal(title, "Varde console", name);
            assert.equal(scrolls, false, `${name} scrolls sideways`);
            assert.equal(made, 0, `${name}: a text became an element`);
            assert.deepEqual(await findBarriers(page), [], name);
            shown += await page.getByText('"><img src=x>').count();
          }
          if (pictures === undefined) assert.ok(shown > 20, `${shown} texts are shown`);
        },
        { viewport: { width, height }, colorScheme },
      ));
  }
});

interface Looked {
  readonly title: string;
  readonly scrolls: boolean;
  readonly made: number;
}

const look = `({
  title: document.title,
  scrolls: document.documentElement.scrollWidth > innerWidth,
  made: document.querySelectorAll("main img, main script, main iframe").length,
})`;
