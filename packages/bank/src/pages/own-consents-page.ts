import { factList } from "./html/fact-list.ts";
import { type Html, html } from "./html/html.ts";
import { stepForm } from "./parts/form.ts";
import { formatAccount } from "./parts/format-account.ts";
import { formatDay } from "./parts/format-day.ts";
import { renderLayout } from "./parts/layout.ts";
import type { OwnConsentsPage } from "./parts/page-models.ts";
import { foreignName, requesterBox, requesterName } from "./parts/requester.ts";
import { type Texts, textsByLocale } from "./texts/texts.ts";

/** Renders the bank's own page where a PSU sees and revokes consents. */
export function renderOwnConsentsPage(model: OwnConsentsPage): string {
  const { frame } = model;
  const texts = textsByLocale[frame.locale];
  const consents = model.consents.map((consent, index) =>
    consentSection(model, consent, `consent-${index + 1}`, texts),
  );
  const content = html`<p class="quiet">${texts.ownConsents.loggedIn(foreignName(model.psuName))}</p>
${model.notice && html`<p class="status" role="status">${texts.ownConsents.revoked}</p>`}
${
  consents.length > 0
    ? html`<p class="lead">${texts.ownConsents.lead}</p>${consents}`
    : html`<p class="empty">${texts.ownConsents.empty}</p>`
}`;
  return renderLayout({ frame, title: texts.ownConsents.title, content, shape: "wide" });
}

type Consent = OwnConsentsPage["consents"][number];

function consentSection(model: OwnConsentsPage, consent: Consent, id: string, texts: Texts): Html {
  const { ownConsents } = texts;
  const who = requesterName(consent.requester);
  const accounts = consent.accounts.map((account) => accountRow(account, who, texts));
  const change =
    consent.changeHref !== undefined &&
    html`<a class="secondary" href="${consent.changeHref}"
 aria-describedby="${id}">${ownConsents.change}</a>`;
  return html`<section class="consent" aria-labelledby="${id}">
<h2 id="${id}">${foreignName(who)}</h2>
${companyBehind(consent, texts)}
<p>${ownConsents.scopes[consent.scope]}</p>
${stepForm(
  model.form,
  "own-consents",
  html`<input type="hidden" name="consentId" value="${consent.id}">
<h3>${ownConsents.accounts}</h3>
<ul class="accounts">${accounts}</ul>
${factList([
  { label: ownConsents.granted, value: formatDay(consent.grantedOn, texts) },
  { label: ownConsents.validUntil, value: formatDay(consent.validUntil, texts) },
])}
<p class="buttons"><button class="danger" name="decision" value="revoke"
 aria-describedby="${id}">${ownConsents.revoke}</button>${change}</p>`,
)}
${accessList(consent, id, texts)}
</section>`;
}

/** Lists when the requester read which account. */
function accessList({ accesses }: Consent, id: string, texts: Texts): Html {
  const { ownConsents } = texts;
  const heading = html`<h3 id="${id}-accesses">${ownConsents.accesses}</h3>`;
  if (accesses.length === 0) {
    return html`${heading}<p class="quiet">${ownConsents.noAccesses}</p>`;
  }
  const rows = accesses.map(
    ({ day, time, part, accounts }) => html`<li>
<span>${ownConsents.parts[part]} ${accessedAccounts(accounts, texts)}</span>
<time datetime="${day}T${time}">${ownConsents.at(formatDay(day, texts), time)}</time></li>`,
  );
  return html`${heading}<ul class="accesses" aria-labelledby="${id}-accesses">${rows}</ul>`;
}

/** Names a single account; counts several. */
function accessedAccounts(names: readonly string[], { ownConsents }: Texts): Html | false {
  const [name] = names;
  if (name === undefined) return false;
  return html`<span class="under">${
    names.length === 1 ? html`<bdi>${name}</bdi>` : ownConsents.severalAccounts(names.length)
  }</span>`;
}

/** Adds only what the heading does not say already. */
function companyBehind({ requester, onBehalfOf }: Consent, texts: Texts): Html | undefined {
  const behalf = onBehalfOf !== undefined && requesterBox(undefined, texts, onBehalfOf);
  const company =
    requester.brand &&
    requester.brand !== requester.name &&
    html`<p class="quiet">${texts.requester.through(foreignName(requester.name))}</p>`;
  return html`${company}${behalf}`;
}

function accountRow(account: Consent["accounts"][number], who: string, texts: Texts): Html {
  const { ownConsents } = texts;
  const spoken = `${ownConsents.fromAccount(account.name)} ${ownConsents.fromRequester(who)}`;
  const number = formatAccount(account.number);
  return html`<li>
<span><bdi>${account.name}</bdi> <span class="number under">${number}</span></span>
<button class="small" name="account" value="${account.id}"
>${ownConsents.revokeAccount}<span class="hidden"> ${spoken}</span></button></li>`;
}
