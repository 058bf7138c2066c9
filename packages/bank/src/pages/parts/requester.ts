import { type Html, html } from "../html/html.ts";
import type { Texts } from "../texts/texts.ts";
import type { Requester } from "./payment-view.ts";

/**
 * Renders a name from outside the bank in `bdi`, so that characters that change the writing
 * direction cannot reorder the bank's own words.
 */
export function foreignName(name: string): Html {
  return html`<bdi>${name}</bdi>`;
}

/** Returns the name by which the PSU knows the TPP. */
export function requesterName(requester: Requester): string {
  return requester.brand || requester.name;
}

/** Renders the TPP, the company behind its brand, and the company that the PSU acts for. */
export function requesterBox(
  requester: Requester | undefined,
  texts: Texts,
  onBehalfOf?: string,
): Html {
  const company =
    requester?.brand &&
    requester.brand !== requester.name &&
    html` <span class="quiet">${texts.requester.through(foreignName(requester.name))}</span>`;
  const from =
    requester &&
    html`<div><dt>${texts.requester.label}</dt><dd>${foreignName(requesterName(requester))}${company}</dd></div>`;
  const behalf =
    onBehalfOf !== undefined &&
    html`<div><dt>${texts.requester.onBehalfOf}</dt><dd>${foreignName(onBehalfOf)}</dd></div>`;
  return html`${(from || behalf) && html`<dl class="requester">${from}${behalf}</dl>`}`;
}
