import assert from "node:assert/strict";
import { openControl } from "@varde/protocol/control-client";
import { before, describe, test } from "@varde/testkit/browser";
import { atScale } from "@varde/testkit/rounds";
import { aTpp } from "@varde/testkit/tpp";
import { aBankSuite, openConsole, openScreen } from "./a-bank-suite.ts";
import { fillWorld } from "./a-busy-world.ts";
import { withPage } from "./a-journey.ts";

const widths = [320, 360, 412, 480, 600, 767, 768, 900, 1024, 1152, 1280, 1440, 1536, 1700, 1920];
/**
 * Returns the widths for a screen: the narrowest and a third of the others, or in the long run all.
 */
const widthsOf = (screen: number): readonly number[] =>
  atScale({
    slice: widths.filter((_, at) => at === 0 || (at + screen) % 3 === 0),
    long: widths,
  });

describe("the console with several worlds of the same name and a moved clock", () => {
  const suite = aBankSuite();
  let screens: Readonly<Record<string, string>>;
  let world: string;
  before(async () => {
    const { bank } = suite;
    screens = await fillWorld(bank);
    const control = openControl(bank.addresses.http, undefined);
    const body = { name: "Example TPP with a long name AS" };
    for (const organisationNumber of ["310000026", "310000034", "310000042"]) {
      const identity = await control.post("/tpp-certificates", {
        body: { ...body, organisationNumber },
      });
      await aTpp(bank, identity).send({ path: "/v1/accounts" });
    }
    // The world of the filled screens has its clock ahead, and something that expires next.
    world = (await control.get("/worlds")).worlds[0]?.worldId ?? "";
    await control.post("/clock/advance", { world, body: { by: 12 * 3_600_000 } });
  });

  test("no screen is wider than its window, from 320 to 1920 pixels", () =>
    withPage(suite, async (page) => {
      await openConsole(page, suite, "/");
      await page.getByLabel("World").selectOption(world);
      await page.getByText(/ahead$/).waitFor();
      const wider: string[] = [];
      for (const [number, [name, address]] of Object.entries(screens).entries()) {
        await openScreen(page, suite, address);
        await page.getByText(/ahead$/).waitFor();
        for (const width of widthsOf(number)) {
          await page.setViewportSize({ width, height: 800 });
          const found = await page.evaluate<readonly string[]>(findWider);
          wider.push(...found.map((element) => `${name} at ${width}: ${element}`));
        }
      }
      assert.deepEqual(wider, []);
    }));
});

/** Lists the parts whose content is wider than they are, and what is outside the window. */
const findWider = `(() => {
  const parts = "html, main, .bar, .world, .split, .list, .detail, .rows, .page, .start";
  const tooWide = [...document.querySelectorAll(parts)].filter(
    (part) => part.scrollWidth > part.clientWidth,
  );
  const outside = [...document.querySelectorAll(".bar, .bar > *, .world > *, main > *")].filter(
    (part) => part.getBoundingClientRect().right > innerWidth + 0.5,
  );
  return [...tooWide, ...outside].map(
    (part) => (part.className || part.tagName) + " " + part.scrollWidth + " > " + part.clientWidth,
  );
})()`;
