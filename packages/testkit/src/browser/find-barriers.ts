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

/** Pages that passed, by screen and markup. */
const passed = new Set<string>();

/**
 * Lists the accessibility violations that axe finds on the current page. A page that differs from
 * one that passed only in its tokens is not checked again.
 */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  const looks = await page.evaluate<string>(
    "[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches].join()",
  );
  const markup = (await page.content()).replaceAll(/[\w-]{16,}/g, "");
  if (passed.has(looks + markup)) return [];
  // Loading axe into a page costs more than running it.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const run = `axe.run(${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  if (violations.length === 0) passed.add(looks + markup);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
