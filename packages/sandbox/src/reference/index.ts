export { buildOpenApi, type OpenApi } from "./build-open-api.ts";
export { buildCollection } from "./collection/build-collection.ts";
export {
  formatChecks,
  formatErrors,
  formatOperations,
  formatToleratedForms,
} from "./format-reference.ts";
