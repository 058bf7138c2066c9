import { listKeys } from "@varde/protocol";
import { localeNames } from "../../ports/locale.ts";
import { type Html, html } from "../html/html.ts";
import { textsByLocale } from "../texts/texts.ts";
import type { PageFrame } from "./page-models.ts";

type Layout = {
  frame: PageFrame;
  title: string;
  content: Html;
  /** Content outside the bank's own page: the sandbox panel. */
  outside?: Html | undefined;
  head?: Html;
  /** Pages with forms send a referrer to themselves; pages that lead to another site send none. */
  referrer?: "same-origin" | "no-referrer";
  shape?: "card" | "wide" | "phone";
  /** Puts the error first in the window title, where a screen reader starts. */
  hasError?: boolean;
};

/** Renders the whole document around a page's content. */
export function renderLayout(layout: Layout): string {
  const { frame, shape = "card" } = layout;
  const texts = textsByLocale[frame.locale].frame;
  const errorPrefix = layout.hasError ? `${texts.errorTitle}: ` : "";
  const document = html`<!doctype html>
<html lang="${frame.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="${layout.referrer ?? "same-origin"}">
<meta name="robots" content="noindex">
${layout.head}
<title>${errorPrefix}${layout.title} – ${frame.bankName}</title>
<link rel="icon" type="${frame.assets.icon.type}" href="${frame.assets.icon.href}">
<link rel="stylesheet" href="${frame.assets.stylesheet}">
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="top">
<p class="bank">${logoImage(frame)}
${!frame.logo?.hasName && html`<span>${frame.bankName}</span>`}
${frame.isSandbox && html`<span class="badge">${texts.sandbox}</span>`}</p>
${languageSwitch(frame)}
</header>
<main id="content" class="${shape}" tabindex="-1">
${progress(frame)}
<h1>${layout.title}</h1>
${layout.content}
</main>
${layout.outside}
${footer(frame)}
</body>
</html>
`;
  return document.toString();
}

/** The logo is decorative unless it replaces the bank's name. */
function logoImage({ bankName, logo }: PageFrame): Html | undefined {
  if (!logo) return undefined;
  const { href, darkHref, width, height, hasName } = logo;
  const size = html`width="${width}" height="${height}"`;
  const image = html`<img src="${href}" alt="${hasName ? bankName : ""}" ${size}>`;
  if (darkHref === undefined) return image;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${darkHref}"
>${image}</picture>`;
}

/** A sandbox always says that it is one, before the bank's own words. */
function footer({ locale, isSandbox, ownTexts }: PageFrame): Html {
  const texts = textsByLocale[locale].frame;
  const own = ownTexts?.footer;
  const first = isSandbox ? texts.sandboxFooter : (own ?? texts.footer);
  const lines = [first, isSandbox && own, ownTexts?.help];
  return html`<footer class="bottom">${lines.map((line) => line && html`<p>${line}</p>`)}</footer>`;
}

function languageSwitch({ locale, languages }: PageFrame): Html | undefined {
  if (!languages) return undefined;
  const links = listKeys(localeNames).map((code) => {
    const current = code === locale && html` aria-current="true"`;
    const link = html`hreflang="${code}" lang="${code}"${current}`;
    return html`<li><a href="${languages[code]}" ${link}>${localeNames[code]}</a></li>`;
  });
  const label = textsByLocale[locale].frame.languages;
  return html`<nav aria-label="${label}"><ul class="languages">${links}</ul></nav>`;
}

function progress({ locale, progress }: PageFrame): Html | undefined {
  if (!progress) return undefined;
  const text = textsByLocale[locale].frame.progress(progress.step, progress.of);
  return html`<p class="progress">${text}</p>`;
}
