export { buildOpenApi, type OpenApi } from "./build-open-api.ts";
export { buildCollection } from "./collection/build-collection.ts";
export { formatChecks } from "./format-checks.ts";
export { formatErrors, formatOperations } from "./format-reference.ts";
export { formatToleratedForms } from "./format-tolerated-forms.ts";
