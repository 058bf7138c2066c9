import assert from "node:assert/strict";
import { before, describe, findBarriers, test } from "@varde/testkit/browser";
import { atScale } from "@varde/testkit/rounds";
import { aBankSuite, openScreen } from "./a-bank-suite.ts";
import { fillMany, fillWorld } from "./a-busy-world.ts";
import { withPage } from "./a-journey.ts";

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
const views = (["dark", "light"] as const).flatMap((colorScheme) =>
  sizes.map((size) => ({ ...size, colorScheme })),
);

/** A folder for a picture of every screen. */
const pictures = process.env.VARDE_SCREENSHOTS;
const isBusy = atScale({ slice: false, long: true });

/** Texts that are an element, close an attribute or run a script, if they are not escaped. */
const attack = (text: string): string => `"><img src=x>${text.slice(0, 12)}`;

describe("A28: every screen of the console with texts of a TPP that attack it", () => {
  const suite = aBankSuite();
  let screens: Readonly<Record<string, string>>;
  before(async () => {
    screens = await fillWorld(suite.bank, pictures === undefined ? attack : undefined);
    if (pictures !== undefined || isBusy) await fillMany(suite.bank);
  });

  for (const { width, height, colorScheme } of views.slice(0, atScale({ slice: 1, long: 10 }))) {
    test(`A28: fits ${width} pixels, ${colorScheme}, and shows every text as text`, () =>
      withPage(
        suite,
        async (page) => {
          let shown = 0;
          for (const [name, address] of Object.entries(screens)) {
            await openScreen(page, suite, address);
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
