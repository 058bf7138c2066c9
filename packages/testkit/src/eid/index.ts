export { logIn, readPage } from "./log-in.ts";
export { clientId, oidcTerms, TestProvider } from "./test-provider.ts";
