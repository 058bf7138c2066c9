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

/** Page states that passed in this process, as `describeState` returns them. */
const passed = new Set<string>();

/**
 * Lists the accessibility violations that axe finds on the current page. A page in the same state
 * as one that passed is not checked again, because axe costs more processor time than the page.
 */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  const state = await page.evaluate<string>(describeState);
  if (passed.has(state)) return [];
  // Loading axe into a page costs more than running it.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const run = `axe.run(${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  if (violations.length === 0) passed.add(state);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Describes everything about a page that axe's rules depend on: the screen, all elements with their
 * attributes, which boxes are ticked, and where there is text. Headings and things to press keep
 * their words, because their size is checked; other words are data of the bank. Addresses and form
 * values differ at each visit, and to axe only their presence matters.
 */
const describeState = `(() => {
  const isData = (name) => ["action", "content", "href", "src", "value"].includes(name);
  const attribute = ({ name, value }) => name + "=" + (isData(name) && value ? "*" : value);
  const describe = (node, keepsWords) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = node.data.trim();
      return keepsWords || !words ? words : "*";
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const named = "a, button, h1, h2, h3, label, option, summary, title";
    const keeps = keepsWords || node.matches(named);
    const inside = Array.from(node.childNodes, (child) => describe(child, keeps)).join("");
    const attributes = Array.from(node.attributes, attribute).join(" ");
    const tag = [node.localName, attributes, node.checked ?? ""].join(" ");
    return "<" + tag + ">" + inside + ">";
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return [innerWidth, isDark, describe(document.documentElement, false)].join();
})()`;
