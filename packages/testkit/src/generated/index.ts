export { Chance } from "./chance.ts";
export { GeneratedRequests } from "./generated-requests.ts";
