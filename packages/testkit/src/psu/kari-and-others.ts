import { dataSet } from "@varde/sandbox";

const { people, representatives } = dataSet;
const inPrivate = ({ customerNumber }: { readonly customerNumber: string }) =>
  ({ customerNumber, context: "PRIVATE" }) as const;

/** People of the data set as they use the SCA pages: for themselves, or for a company. */
export const kari = inPrivate(people.kari);
export const ola = inPrivate(people.ola);
export const ingrid = inPrivate(people.ingrid);
export const jonas = inPrivate(people.jonas);
export const kariAtWork = { ...kari, context: "CORPORATE" } as const;
export const henrik = {
  customerNumber: representatives.henrik.customerNumber,
  context: "CORPORATE",
} as const;
