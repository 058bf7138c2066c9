import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that judge how a page looks; all others judge its elements. */
const rulesOfLook = {
  /**
   * They depend on the theme and, because the width decides which parts are shown where, on that.
   */
  colour: ["color-contrast", "link-in-text-block"],
  /** They depend on the width and on the length of words. */
  size: ["target-size", "scrollable-region-focusable"],
} as const;

/** The parts of axe's rules that are judged apart, because they depend on different things. */
type Aspect = "elements" | keyof typeof rulesOfLook;
const allAspects: readonly Aspect[] = ["elements", "colour", "size"];

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * The states of pages that passed in this process, for each aspect as `describeState` returns them.
 */
const passed = new Set<string>();

/**
 * Lists the accessibility violations that axe finds on the current page. An aspect that passed on a
 * page in the same state is not judged again, because axe costs more processor time than the page.
 */
export async function findBarriers(
  page: Page,
  aspects: readonly Aspect[] = allAspects,
): Promise<readonly string[]> {
  const states = await page.evaluate<Readonly<Record<Aspect, string>>>(describeState);
  const due = aspects.filter((aspect) => !passed.has(states[aspect]));
  if (due.length === 0) return [];
  // Loading axe into a page costs as much as running it.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const run = `(${runAxe})(${JSON.stringify(chooseRules(due))})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  if (violations.length === 0) for (const aspect of due) passed.add(states[aspect]);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const chooseRules = (aspects: readonly Aspect[]): object => {
  const rulesOf = (aspect: Aspect) => (aspect === "elements" ? [] : rulesOfLook[aspect]);
  if (!aspects.includes("elements")) {
    return { runOnly: { type: "rule", values: aspects.flatMap(rulesOf) } };
  }
  const left = allAspects.filter((aspect) => !aspects.includes(aspect)).flatMap(rulesOf);
  const rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
  return { runOnly: { type: "tag", values: tags }, rules };
};

/**
 * Runs axe on the page. The contrast of text is judged once for each appearance: texts with the
 * same colour and font in front of the same backgrounds have the same contrast, and judging every
 * text costs more than all other rules together. Two of each are taken, as the first may be
 * covered.
 */
const runAxe = `async (chosen) => {
  const numbers = new Map();
  const number = (text) => numbers.get(text) ?? numbers.set(text, numbers.size).get(text);
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
  const counts = new Map();
  const judged = new Set();
  const walk = (element, behind) => {
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join();
    const backgrounds = number(behind + " " + own);
    const { color, fontSize, fontWeight, textShadow, visibility } = style;
    const text = [backgrounds, color, fontSize, fontWeight, textShadow, visibility].join();
    const hasText =
      element.matches("input, select, textarea") || [...element.childNodes].some(isText);
    const count = counts.get(text) ?? 0;
    if (hasText && count < 2 && element.checkVisibility()) {
      counts.set(text, count + 1);
      judged.add(element);
    }
    for (const child of element.children) walk(child, backgrounds);
  };
  walk(document.documentElement, "");
  const contrast = axe._audit.rules.find(({ id }) => id === "color-contrast");
  const { matches } = contrast;
  contrast.matches = (node, ...more) => judged.has(node) && matches.call(contrast, node, ...more);
  try {
    return await axe.run({ ...chosen, resultTypes: ["violations"], selectors: false });
  } finally {
    contrast.matches = matches;
  }
}`;

/**
 * Describes everything about a page that axe's rules depend on: the screen, all elements with their
 * attributes, which of them are shown, which boxes are ticked, and where there is text. Elements
 * that repeat the one before count once. Words, names, addresses and drawings differ at each visit,
 * and to axe only their presence matters, but for the size of headings and of things to press.
 */
const describeState = `(() => {
  const data =
    /^(?:action|alt|aria-(?:controls|describedby|label|labelledby)|c[xy]|content|d|datetime|for|height|href|id|name|placeholder|points|r|src|style|title|transform|value|width|[xy][12]?)$/;
  const attribute = ({ name, value }) => name + "=" + (data.test(name) && value ? "*" : value);
  const describe = (node, withWords, keepsWords) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = node.data.trim();
      return keepsWords || !words ? words : "*";
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const named = "a, button, h1, h2, h3, label, option, summary, title";
    const keeps = keepsWords || (withWords && node.matches(named));
    const inside = Array.from(node.childNodes, (child) => describe(child, withWords, keeps));
    const different = inside.filter((child, at) => !child || child !== inside[at - 1]);
    const attributes = Array.from(node.attributes, attribute).join(" ");
    const shown = node.checkVisibility() ? "" : "hidden";
    const tag = [node.localName, attributes, node.checked ?? "", shown].join(" ");
    return "<" + tag + ">" + different.join("") + ">";
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const elements = describe(document.documentElement, false, false);
  return {
    elements: "elements " + elements,
    colour: ["colour", innerWidth, isDark, elements].join(" "),
    size: ["size", innerWidth, describe(document.documentElement, true, false)].join(" "),
  };
})()`;
