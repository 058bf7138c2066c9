import { type Html, html } from "@varde/bank";
import { showCode } from "./json-view.ts";

/**
 * Renders the Markdown of the pages: headings with an id and a link to themselves, paragraphs,
 * lists, tables, code, links and pictures. `linkTo` returns the address of a link, or undefined if
 * the page it leads to is not served.
 */
export const renderMarkdown = (
  text: string,
  linkTo: (target: string) => string | undefined,
): readonly Html[] => {
  const idOf = createHeadingIds();
  return readBlocks(text).map((block) => renderBlock(block, linkTo, idOf));
};

type LinkTo = (target: string) => string | undefined;

/** Splits the text at empty lines, except within code. */
const readBlocks = (text: string): readonly (readonly string[])[] => {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of text.split("\n")) {
    const isFence = line.startsWith("```");
    if (isFence && !isCode) blocks.push([]);
    if (line === "" && !isCode) blocks.push([]);
    else blocks.at(-1)?.push(line);
    if (isFence) {
      if (isCode) blocks.push([]);
      isCode = !isCode;
    }
  }
  return blocks.filter((block) => block.length > 0);
};

const renderBlock = (lines: readonly string[], linkTo: LinkTo, idOf: HeadingIds): Html => {
  const [first = ""] = lines;
  const inline = (text: string) => renderInline(text, linkTo);
  if (first.startsWith("```")) return showCode(lines.slice(1, -1).join("\n"));
  if (first.startsWith("# ")) return html`<h1>${inline(first.slice(2))}</h1>`;
  const [, marks, heading = ""] = /^(##|###|####) (.*)$/.exec(first) ?? [];
  if (marks !== undefined) return renderHeading(marks, heading, idOf(heading), linkTo);
  const [, alternative, picture = ""] = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(lines.join(" ")) ?? [];
  if (alternative !== undefined) return renderPicture(alternative, picture, linkTo);
  if (first.startsWith("|")) return renderTable(lines, inline);
  if (/^(?:-|\d+\.) /.test(first)) {
    const items = readItems(lines).map((item) => html`<li>${inline(item)}</li>`);
    return first.startsWith("-") ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
  }
  return html`<p>${inline(lines.join("\n"))}</p>`;
};

const renderHeading = (marks: string, heading: string, id: string, linkTo: LinkTo): Html => {
  const text = renderInline(heading, linkTo);
  const content = heading.includes("](") ? text : html`<a href="#${id}">${text}</a>`;
  if (marks === "##") return html`<h2 id="${id}">${content}</h2>`;
  return marks === "###"
    ? html`<h3 id="${id}">${content}</h3>`
    : html`<h4 id="${id}">${content}</h4>`;
};

/** Shows a picture; one that has a narrow variant shows it on narrow screens. */
const renderPicture = (alternative: string, picture: string, linkTo: LinkTo): Html => {
  const narrow = linkTo(picture.replace(/\.svg$/, "-narrow.svg"));
  const image = html`<img src="${linkTo(picture) ?? ""}" alt="${alternative}">`;
  return html`<p class="picture"${narrow === undefined && html` tabindex="0"`}>${
    narrow === undefined
      ? image
      : html`<picture><source media="(max-width: 44rem)" srcset="${narrow}">${image}</picture>`
  }</p>`;
};

export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** Lists the headings of the second level, for the contents of a page. */
export const listHeadings = (text: string): readonly Heading[] => {
  const idOf = createHeadingIds();
  return readBlocks(text).flatMap(([first = ""]) => {
    const [, marks, heading = ""] = /^(##|###|####) (.*)$/.exec(first) ?? [];
    if (marks === undefined) return [];
    const id = idOf(heading);
    return marks === "##" ? [{ id, title: plainText(heading) }] : [];
  });
};

/** A part of a page: a heading and the text below it, without markup, for the search. */
export interface PageSection extends Heading {
  readonly text: string;
}

/** Splits a page at its headings. The first part has no id. */
export const listSections = (text: string): readonly PageSection[] => {
  const sections: { id: string; title: string; parts: string[] }[] = [];
  const idOf = createHeadingIds();
  for (const lines of readBlocks(text)) {
    const [, heading] = /^#{1,4} (.*)$/.exec(lines[0] ?? "") ?? [];
    if (heading !== undefined) {
      const id = sections.length === 0 ? "" : idOf(heading);
      sections.push({ id, title: plainText(heading), parts: [] });
    } else if (isSearched(lines)) sections.at(-1)?.parts.push(plainText(lines.join("\n")));
  }
  return sections.map(({ parts, ...rest }) => ({ ...rest, text: parts.join(" ") }));
};

const searchedCodeLinesMax = 12;

/** Whether the search finds a block. Programs are long, and a search for their words is rare. */
const isSearched = ([first = "", ...rest]: readonly string[]): boolean =>
  !first.startsWith("![") && !(first.startsWith("```") && rest.length > searchedCodeLinesMax);

const plainText = (text: string): string =>
  text
    .replaceAll(/^```.*$|^\|[-:| ]+\|$|^(?:-|\d+\.) /gm, "")
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/\*\*|`|\\$/gm, "")
    .replaceAll(/\s*(?<!\\)\|\s*/g, " · ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("· · ", "· ")
    .replaceAll(/^ ?· | ·? ?$/g, "")
    .trim();

type HeadingIds = (heading: string) => string;

/** Returns a function that gives headings the ids that GitHub gives them, each of them once. */
const createHeadingIds = (): HeadingIds => {
  const counts = new Map<string, number>();
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} -]/gu, "")
      .replaceAll(" ", "-");
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
};

/** Joins the lines of each item of a list. */
const readItems = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => line.replace(/^ {2,}/, ""))
    .join("\n")
    .split(/^(?:-|\d+\.) /m)
    .slice(1);

const renderTable = (lines: readonly string[], inline: (text: string) => Html): Html => {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
  const [head = "", , ...rows] = lines;
  return html`<div class="scrolled" tabindex="0"><table><thead><tr>${cells(head).map(
    (cell) => html`<th scope="col">${inline(cell)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${cells(row).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
};

const span = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

const renderInline = (text: string, linkTo: LinkTo): Html => {
  const parts: (Html | string)[] = [];
  let at = 0;
  for (const found of text.matchAll(span)) {
    const [whole, code, strong, label = "", target = ""] = found;
    parts.push(text.slice(at, found.index));
    const address = linkTo(target);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else if (address === undefined) parts.push(renderInline(label, linkTo));
    else parts.push(html`<a href="${address}">${renderInline(label, linkTo)}</a>`);
    at = found.index + whole.length;
  }
  return html`${parts}${text.slice(at)}`;
};
