import { type Html, type HtmlPart, html } from "./html.ts";

/** A label and its value; a fact without a value is left out. */
export type Fact = { label: string; value: HtmlPart; isTotal?: boolean };

export function factList(facts: readonly Fact[]): Html {
  const rows = facts
    .filter(({ value }) => value !== undefined && value !== false)
    .map(
      ({ label, value, isTotal }) =>
        html`<div${isTotal && html` class="total"`}><dt>${label}</dt><dd>${value}</dd></div>`,
    );
  return html`<dl class="facts">${rows}</dl>`;
}

/** The account's own name first, its number under it. */
export function namedAccount(name: string | undefined, number: string): Html {
  if (!name) return html`<span class="number">${number}</span>`;
  return html`<bdi>${name}</bdi> <span class="number under">${number}</span>`;
}
