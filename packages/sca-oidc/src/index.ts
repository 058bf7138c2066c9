export { createOidcScaMethod } from "./create-oidc-sca-method.ts";
export type { OidcOptions } from "./oidc-options.ts";
