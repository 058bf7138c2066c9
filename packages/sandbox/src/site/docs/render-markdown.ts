import { type Html, html } from "@varde/bank";
import { showCode } from "./json-view.ts";

/**
 * Renders the Markdown of the guides: headings, which get an id, paragraphs, lists, tables, code,
 * links and pictures. `linkTo` returns the address of a link, or undefined if the page it leads to
 * is not served.
 */
export const renderMarkdown = (
  text: string,
  linkTo: (target: string) => string | undefined,
): readonly Html[] => readBlocks(text).map((block) => renderBlock(block, linkTo));

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

const renderBlock = (lines: readonly string[], linkTo: LinkTo): Html => {
  const [first = ""] = lines;
  const inline = (text: string) => renderInline(text, linkTo);
  if (first.startsWith("```")) return showCode(lines.slice(1, -1).join("\n"));
  if (first.startsWith("# ")) return html`<h1>${inline(first.slice(2))}</h1>`;
  const [, marks, heading = ""] = /^(##|###) (.*)$/.exec(first) ?? [];
  const id = headingId(heading);
  if (marks === "##") return html`<h2 id="${id}">${inline(heading)}</h2>`;
  if (marks === "###") return html`<h3 id="${id}">${inline(heading)}</h3>`;
  const [, alternative, picture = ""] = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(lines.join(" ")) ?? [];
  if (alternative !== undefined) {
    return html`<p><img src="${linkTo(picture) ?? ""}" alt="${alternative}"></p>`;
  }
  if (first.startsWith("|")) return renderTable(lines, inline);
  if (/^(?:-|\d+\.) /.test(first)) {
    const items = readItems(lines).map((item) => html`<li>${inline(item)}</li>`);
    return first.startsWith("-") ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
  }
  return html`<p>${inline(lines.join("\n"))}</p>`;
};

/** Returns the id that GitHub gives a heading too. */
const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} -]/gu, "")
    .replaceAll(" ", "-");

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
