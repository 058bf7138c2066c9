export * from "./codes.ts";
export * from "./limits.ts";
export * from "./parsed.ts";
export * from "./products.ts";
export * from "./statuses.ts";
export * from "./violation.ts";
