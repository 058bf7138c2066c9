import { type Html, html } from "../html/html.ts";
import type { Asker } from "../models/page-models.ts";
import type { Texts } from "../texts/texts.ts";

/**
 * Names come from outside: `bdi` keeps letters that turn the writing direction from reordering the
 * bank's own words around them.
 */
export function foreignName(name: string): Html {
  return html`<bdi>${name}</bdi>`;
}

/** What the PSU calls the one who asks. */
export function askerName(asker: Asker): string {
  return asker.brand || asker.name;
}

/** Who asks, with the licensed company behind a brand, and whom the PSU acts for. */
export function askerBox(asker: Asker | undefined, texts: Texts, onBehalfOf?: string): Html {
  const company =
    asker?.brand &&
    asker.brand !== asker.name &&
    html` <span class="quiet">${texts.asker.through(foreignName(asker.name))}</span>`;
  const from =
    asker &&
    html`<div><dt>${texts.asker.label}</dt><dd>${foreignName(askerName(asker))}${company}</dd></div>`;
  const behalf =
    onBehalfOf !== undefined &&
    html`<div><dt>${texts.asker.onBehalfOf}</dt><dd>${foreignName(onBehalfOf)}</dd></div>`;
  return html`${(from || behalf) && html`<dl class="asker">${from}${behalf}</dl>`}`;
}
