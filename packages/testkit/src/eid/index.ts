export { logIn, readPage } from "./log-in.ts";
export { oidcTerms } from "./oidc-terms.ts";
export { clientId, TestProvider } from "./test-provider.ts";
