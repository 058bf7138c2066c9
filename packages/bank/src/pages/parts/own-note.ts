import { type Html, html } from "../html/html.ts";
import type { PageFrame } from "./page-models.ts";

/** Renders a note of the bank's own, if it has one for this page. */
export const ownNote = (
  { ownTexts }: PageFrame,
  name: "identifyNote" | "approveNote" | "consentNote",
): Html | undefined => {
  const note = ownTexts?.[name];
  return note === undefined ? undefined : html`<p class="quiet">${note}</p>`;
};
