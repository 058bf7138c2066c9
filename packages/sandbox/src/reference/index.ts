export { buildOpenApi, type OpenApi } from "./build-open-api.ts";
export { formatErrors, formatOperations } from "./format-reference.ts";
export { referenceRoutes } from "./routes.ts";
