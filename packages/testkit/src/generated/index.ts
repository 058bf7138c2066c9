export { GeneratedRequests } from "./generated-requests.ts";
