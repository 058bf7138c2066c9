import { isRecord } from "@varde/protocol";

/** A value inside a JSON document, with the name of its field. */
export interface JsonValue {
  readonly name: string;
  readonly value: unknown;
}

/** Lists every value inside a document with the name of the field that it is in. */
export const listValues = (document: unknown): readonly JsonValue[] => {
  const found: JsonValue[] = [];
  const pending: JsonValue[] = [{ name: "", value: document }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    const { name, value } = next;
    if (Array.isArray(value)) for (const each of value) pending.push({ name, value: each });
    else if (isRecord(value)) {
      for (const [field, each] of Object.entries(value)) pending.push({ name: field, value: each });
    }
  }
  return found;
};
