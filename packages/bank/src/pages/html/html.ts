/** Markup that is safe to send; only the `html` template creates it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Values allowed in a template. Others are not, so that no object is printed by accident. */
export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

/**
 * Creates markup. Every interpolated string is escaped; only other `html` values are used as
 * markup. Attribute values must be in double quotes in the template.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = strings[0] ?? "";
  for (const [index, part] of parts.entries()) {
    markup += toMarkup(part) + (strings[index + 1] ?? "");
  }
  return new Html(markup);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toMarkup(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(toMarkup).join("");
  return escapeHtml(String(part));
}
