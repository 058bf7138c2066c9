import type { ConsentScope } from "../../records/consent.ts";
import { type Html, html } from "../html/html.ts";
import type { Texts } from "../texts/texts.ts";
import { formatAccount } from "./format-account.ts";
import type { ConsentChoice } from "./page-models.ts";

/** Renders the accounts of a consent. Those granted before are ticked. */
export function accountChecklist(
  accounts: readonly ConsentChoice[],
  scope: ConsentScope,
  { consent }: Texts,
): Html {
  if (accounts.length === 0) return html`<p>${consent.none}</p>`;
  const rows = accounts.map(
    ({ id, name, number, isGranted, isOpen }) =>
      html`<label class="choice">
<input type="checkbox" name="account" value="${id}"${isGranted && html` checked`}>
<span><bdi>${name}</bdi> <span class="number under">${formatAccount(number)}</span></span>
${isOpen && html`<span class="tag">${consent.scopes[scope].open}</span>`}</label>`,
  );
  return html`<fieldset><legend>${consent.accounts}</legend>${rows}</fieldset>`;
}
