import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { isAt, type Journey, send, withPage } from "./a-journey.ts";
import { screens, type Words, words } from "./words.ts";

/** The PSU's language and screen. */
export interface Display {
  readonly language: keyof typeof words;
  readonly screen: keyof typeof screens;
}

/**
 * Returns the language and screen of this run, where the steps are the same in all of them. Only
 * the long tests use the second.
 */
export const displayOfRun = <T extends Display>(first: T, second: T): T =>
  process.env.VARDE_TEST_SCALE === "normal" ? first : second;

export const inWords = ({ language, screen }: Display): string =>
  `${language === "nb" ? "Norwegian" : "English"}, ${screen}`;

/** A PSU on the bank's pages, with checks of every page. */
export class BrowsingPsu {
  readonly page: Page;
  readonly words: Words;
  readonly #width: number;

  constructor(page: Page, display: Display) {
    this.page = page;
    this.words = words[display.language];
    this.#width = screens[display.screen].viewport.width;
  }

  /** Asserts that the page has the heading, passes axe and fits the screen. */
  async at(heading: string): Promise<void> {
    await isAt(this.page, heading);
    const width = await this.page.evaluate("document.documentElement.scrollWidth");
    assert.ok(Number(width) <= this.#width, `${heading} is ${width} wide`);
  }

  async identify(customerNumber: string): Promise<void> {
    await this.at(this.words.identify);
    await this.page.getByLabel(this.words.number).fill(customerNumber);
    await this.press(this.words.goOn);
  }

  async choose(heading: string, label: string): Promise<void> {
    await this.at(heading);
    await this.page.getByLabel(label).check();
    await this.press(this.words.goOn);
  }

  press(name: string): Promise<void> {
    return send(this.page.getByRole("main").getByRole("button", { name, exact: true }).first());
  }
}

/** Follows a link as a PSU, and returns the parameters of the redirect to the TPP. */
export async function followLink(
  journey: Journey,
  link: string,
  display: Display,
  steps: (psu: BrowsingPsu) => Promise<void>,
): Promise<Readonly<Record<string, string>>> {
  const visit = journey.site.nextVisit("/cb");
  const { locale } = words[display.language];
  await withPage(
    journey,
    async (page) => {
      await page.goto(link);
      await steps(new BrowsingPsu(page, display));
      await visit;
      await page.waitForURL(`${journey.site.origin}/cb?**`);
    },
    { locale, ...screens[display.screen] },
  );
  const query = (await visit).slice("/cb?".length);
  assert.ok(query.startsWith("own=query&empty=&"), query);
  const { own, empty, ...parameters } = Object.fromEntries(new URLSearchParams(query));
  return parameters;
}

/** Follows a link as a PSU where no redirect to a TPP follows. */
export const openPage = (
  journey: Journey,
  path: string,
  display: Display,
  steps: (psu: BrowsingPsu) => Promise<void>,
): Promise<void> =>
  withPage(
    journey,
    async (page) => {
      await page.goto(`${journey.bank.addresses.http}${path}`);
      await steps(new BrowsingPsu(page, display));
    },
    { locale: words[display.language].locale, ...screens[display.screen] },
  );
