import { buildOpenApi, type ServedAt } from "../../reference/build-open-api.ts";
import { buildCollection } from "../../reference/collection/build-collection.ts";
import { DocumentView } from "./document-view.ts";
import {
  callbackPage,
  errorsPage,
  guidePage,
  missingPage,
  overviewPage,
  schemaPage,
  schemasPage,
} from "./further-pages.ts";
import { guideFiles } from "./guides.ts";
import { operationPage } from "./operation-page.ts";

export interface ReferenceSiteOptions {
  /** Whether the forms can sign, through the control API. */
  readonly canCall: boolean;
  readonly servedAt: ServedAt;
}

/** The pages of the reference; undefined for an operation, schema or guide that does not exist. */
export interface ReferenceSite {
  readonly document: object;
  readonly collection: () => object;
  readonly overview: () => string;
  readonly errors: () => string;
  readonly schemas: () => string;
  readonly schema: (name: string) => string | undefined;
  readonly operation: (name: string) => string | undefined;
  readonly guide: (name: string) => string | undefined;
  readonly guideFiles: typeof guideFiles;
  readonly callback: (query: URLSearchParams) => string;
  readonly missing: () => string;
}

export const createReferenceSite = ({ canCall, servedAt }: ReferenceSiteOptions): ReferenceSite => {
  const view = new DocumentView(buildOpenApi(servedAt));
  return {
    document: view.document,
    collection: () => buildCollection(servedAt),
    overview: () => overviewPage(view, canCall),
    errors: () => errorsPage(view),
    schemas: () => schemasPage(view),
    schema: (name) => schemaPage(name, view),
    operation: (name) => {
      const operation = view.operations.find(({ operationId }) => operationId === name);
      return operation && operationPage(operation, view, canCall);
    },
    guide: (name) => guidePage(name, view),
    guideFiles,
    callback: (query) => callbackPage(query, view),
    missing: () => missingPage(view),
  };
};
