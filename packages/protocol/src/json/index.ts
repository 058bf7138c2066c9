export { isRecord } from "./is-record.ts";
export { findPointerLine, formatPointer } from "./json-pointer.ts";
export { type JsonBody, parseJson, parseJsonBody } from "./parse-json.ts";
