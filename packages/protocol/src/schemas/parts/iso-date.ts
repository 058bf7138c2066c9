import { string } from "../schema.ts";

/** A date. A rule, not the schema, checks that it exists, so that the message can say so. */
export const isoDate = string({ minLength: 1, description: "a date like 2026-11-15" });

export const isoDateTime = string({
  minLength: 1,
  description: "a date-time like 2026-11-15T00:49:23+00:00",
});
