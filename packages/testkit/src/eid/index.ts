export { clientId, TestProvider } from "./test-provider.ts";
