import { string } from "../schema.ts";

/** Which days there are is a rule, so that a wrong day is explained as one. */
export const isoDate = string({ minLength: 1, description: "a date like 2026-11-15" });

export const isoDateTime = string({
  minLength: 1,
  description: "a date-time like 2026-11-15T00:49:23+00:00",
});
