import { type Html, type HtmlPart, html } from "./html.ts";

/** A label and its value. A fact without a value is omitted. */
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

/** Renders the name of an account with its number below. */
export function namedAccount(name: string | undefined, number: string): Html {
  if (!name) return html`<span class="number">${number}</span>`;
  return html`<bdi>${name}</bdi> <span class="number under">${number}</span>`;
}
