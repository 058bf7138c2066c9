import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { aBank } from "@varde/testkit/bank";
import { openBrowser } from "@varde/testkit/browser";
import { openScreen } from "./a-bank-suite.ts";
import { fillWorld } from "./a-busy-world.ts";

// Takes a picture of each screen of the console: npm run screenshots, or
// npm run screenshots -- FOLDER. Nothing compares them.
const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "dist/screenshots"));
const widths = [360, 768, 1024, 1280, 1920];

mkdirSync(folder, { recursive: true });
await using bank = await aBank();
await using browser = await openBrowser();
const screens = Object.entries(await fillWorld(bank));
for (const colorScheme of ["light", "dark"] as const) {
  await browser.withPage({ locale: "en-GB", colorScheme }, async (page) => {
    for (const [name, address] of screens) {
      await openScreen(page, { bank, browser }, address);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
    }
  });
}
console.log(
  `${screens.length * widths.length * 2} pictures of ${screens.length} screens in ${folder}`,
);
