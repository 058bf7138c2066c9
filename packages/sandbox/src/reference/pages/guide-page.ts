import { html } from "@varde/bank";
import type { DocumentView } from "./document-view.ts";
import { framePage } from "./frame-page.ts";
import { guideAddress, guides } from "./guides.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Shows a guide, or returns undefined if there is none with this name. */
export const guidePage = (name: string, view: DocumentView): string | undefined => {
  const guide = guides.get(name);
  if (guide === undefined) return undefined;
  const linkTo = (target: string): string | undefined => {
    const other = /^([\w-]+)\.md$/.exec(target)?.[1] ?? "";
    return guides.has(other) ? guideAddress(other) : undefined;
  };
  const content = html`<article class="guide">${renderMarkdown(guide.text, linkTo)}</article>`;
  return framePage({ title: guide.title, view, current: guideAddress(name), content });
};
