import { type Html, html } from "../html/html.ts";
import type { Requester } from "../models/page-models.ts";
import type { Texts } from "../texts/texts.ts";

/**
 * Names come from outside: `bdi` keeps letters that turn the writing direction from reordering the
 * bank's own words around them.
 */
export function foreignName(name: string): Html {
  return html`<bdi>${name}</bdi>`;
}

/** What the PSU calls the one who asks. */
export function requesterName(requester: Requester): string {
  return requester.brand || requester.name;
}

/** Who asks, with the licensed company behind a brand, and whom the PSU acts for. */
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
