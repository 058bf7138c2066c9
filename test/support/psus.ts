import { dataSet } from "@varde/sandbox";
import type { ScaChoices } from "./psu-visit.ts";

const { people, representatives } = dataSet;
const inPrivate = ({ customerNumber }: { readonly customerNumber: string }) =>
  ({ customerNumber, context: "PRIVATE" }) as const satisfies ScaChoices;

/** People of the data set as they come to the SCA pages: for themselves, or for a company. */
export const kari = inPrivate(people.kari);
export const ola = inPrivate(people.ola);
export const ingrid = inPrivate(people.ingrid);
export const kariAtWork = { ...kari, context: "CORPORATE" } as const;
export const henrik = {
  customerNumber: representatives.henrik.customerNumber,
  context: "CORPORATE",
} as const;
