export { formatPointer } from "./json-pointer.ts";
export { parseJson } from "./parse-json.ts";
