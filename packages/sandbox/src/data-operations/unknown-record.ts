import { type Refusal, refuse } from "@varde/bank";

/** Refuses a path whose record does not exist in this world. */
export const unknownRecord = (noun: string): Refusal =>
  refuse({ code: "RESOURCE_UNKNOWN", text: `There is no such ${noun} in this sandbox world.` });
