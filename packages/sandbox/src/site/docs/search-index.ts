import { type DocumentView, operationGroupId, type ShownSchema } from "./document-view.ts";
import { listSections } from "./render-markdown.ts";
import { siteSections, writtenPages } from "./site-pages.ts";

/** A page in the index: its address below /docs, its title, and the kind of page. */
type IndexedPage = readonly [address: string, title: string, kind: string];

/** A part of a page that a search finds: the number of its page, its place on it, and its text. */
type IndexedSection = readonly [page: number, id: string, heading: string, text: string];

export interface SearchIndex {
  readonly pages: readonly IndexedPage[];
  readonly sections: readonly IndexedSection[];
}

/** Lists what can be found: every section of every page, as text that the browser searches. */
export const buildSearchIndex = (view: DocumentView): SearchIndex => {
  const pages: IndexedPage[] = [];
  const sections: IndexedSection[] = [];
  const add = (page: IndexedPage, own: readonly (readonly [string, string, string])[]) => {
    pages.push(page);
    for (const [id, heading, text] of own) sections.push([pages.length - 1, id, heading, text]);
  };
  for (const { address, title, text, file } of writtenPages.values()) {
    const kind = siteSections.find(({ files }) => ([...files] as string[]).includes(file))?.title;
    add(
      [below(address), title, kind ?? "Operations"],
      listSections(text).map((each) => [each.id, each.title, each.text]),
    );
  }
  add(
    ["errors", "Error codes", "Reference"],
    view.errors.map(({ code, cause, remedy, status }) => [
      code,
      code,
      `${status.join(", ")}. ${cause} ${remedy}`,
    ]),
  );
  for (const [, variants] of Map.groupBy(view.operations, (each) =>
    operationGroupId(each.operationId),
  )) {
    const [first] = variants;
    if (first === undefined) continue;
    const names = first.parameters.map(({ name }) => name).join(" ");
    const paths = variants.map(({ method, path }) => `${method} ${path}`).join(" ");
    const title = first.summary.replace(/ \([\w ]+\)$/, "");
    const text = `${first.description ?? ""} ${paths} ${names}`;
    add([`operations/${first.operationId}`, title, "Operation"], [["", "", text]]);
  }
  for (const name of view.schemaNames) {
    add([`schemas/${name}`, name, "Schema"], [["", "", describeFields(view.schema(name) ?? {})]]);
  }
  return { pages, sections };
};

const below = (address: string): string => address.slice("/docs/".length);

const describeFields = ({ description = "", properties = {}, enum: values }: ShownSchema): string =>
  [
    description,
    ...(values ?? []),
    ...Object.entries(properties).map(
      ([name, field]) => `${name} ${field.description ?? ""} ${field.enum?.join(" ") ?? ""}`,
    ),
  ].join(" ");
