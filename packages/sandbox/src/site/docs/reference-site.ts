import { buildOpenApi, type ServedAt } from "../../reference/build-open-api.ts";
import { buildCollection } from "../../reference/collection/build-collection.ts";
import { DocumentView } from "./document-view.ts";
import {
  callbackPage,
  errorsPage,
  interfacePage,
  missingPage,
  schemaPage,
  schemasPage,
} from "./further-pages.ts";
import { operationPage } from "./operation-page.ts";
import { buildSearchIndex, type SearchIndex } from "./search-index.ts";
import { siteFiles, siteSections, writtenPages } from "./site-pages.ts";
import { sectionPage, startPage, writtenPage } from "./written-pages.ts";

export interface ReferenceSiteOptions {
  /** Whether the forms can sign, through the control API. */
  readonly canCall: boolean;
  readonly servedAt: ServedAt;
}

/** The documentation: its pages by address, and the files that they link to. */
export interface ReferenceSite {
  readonly document: object;
  readonly collection: () => object;
  /** Returns the page at an address, or undefined if there is none. */
  readonly page: (address: string) => string | undefined;
  /** The addresses of all pages. */
  readonly addresses: readonly string[];
  readonly files: typeof siteFiles;
  readonly searchIndex: () => SearchIndex;
  readonly callback: (query: URLSearchParams) => string;
  readonly missing: () => string;
}

export const createReferenceSite = ({ canCall, servedAt }: ReferenceSiteOptions): ReferenceSite => {
  const view = new DocumentView(buildOpenApi(servedAt), canCall);
  const pages = new Map<string, () => string | undefined>([
    ...siteSections.map(({ address }) => [address, () => sectionPage(address, view)] as const),
    ...[...writtenPages.keys()].map((each) => [each, () => writtenPage(each, view)] as const),
    ["/docs", () => startPage(view)],
    ["/docs/reference", () => interfacePage(view, canCall)],
    ["/docs/errors", () => errorsPage(view)],
    ["/docs/schemas", () => schemasPage(view)],
    ...view.schemaNames.map(
      (name) => [`/docs/schemas/${name}`, () => schemaPage(name, view)] as const,
    ),
    ...view.operations.map(
      (operation) =>
        [
          `/docs/operations/${operation.operationId}`,
          () => operationPage(operation, view, canCall),
        ] as const,
    ),
  ]);
  return {
    document: view.document,
    collection: () => buildCollection(servedAt),
    page: (address) => pages.get(address)?.(),
    addresses: [...pages.keys()],
    files: siteFiles,
    searchIndex: () => buildSearchIndex(view),
    callback: (query) => callbackPage(query, view),
    missing: () => missingPage(view),
  };
};
