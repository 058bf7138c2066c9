import { type Refusal, refuse } from "@varde/bank";

/** The path names something this world does not have. */
export const unknownRecord = (noun: string): Refusal =>
  refuse({ code: "RESOURCE_UNKNOWN", text: `There is no such ${noun} in this sandbox world.` });
