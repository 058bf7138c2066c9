export { findPointerLine } from "./find-pointer-line.ts";
export { isRecord } from "./is-record.ts";
export { formatPointer } from "./json-pointer.ts";
export { type JsonBody, parseJson, parseJsonBody } from "./parse-json.ts";
