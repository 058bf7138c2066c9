import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const options = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Pages without barriers so far, by their looks and markup. */
const sound = new Set<string>();

/**
 * What axe finds wrong with the page in view. Walks meet the same page again and again: one that
 * differs only in its tokens from a page that was found sound is not looked at once more.
 */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  const looks = await page.evaluate<string>(
    "[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches].join()",
  );
  const markup = (await page.content()).replaceAll(/[\w-]{16,}/g, "");
  if (sound.has(looks + markup)) return [];
  // To bring axe into a page costs more than to run it.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const run = `axe.run(${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  if (violations.length === 0) sound.add(looks + markup);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
