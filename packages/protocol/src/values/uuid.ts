import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

export type Uuid = Brand<"Uuid">;

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Parses a UUID of any version in either letter case and returns it in lower case. */
export function parseUuid(text: string): Uuid | Invalid {
  const lower = text.toLowerCase();
  return form.test(lower)
    ? (lower as Uuid)
    : new Invalid("is not a UUID like 0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10");
}
