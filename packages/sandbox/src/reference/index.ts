export { buildOpenApi, type OpenApi } from "./build-open-api.ts";
export { buildCollection } from "./collection/build-collection.ts";
export {
  formatChecks,
  formatErrors,
  formatOperations,
  formatResponseHeaders,
  formatToleratedForms,
} from "./format-reference.ts";
