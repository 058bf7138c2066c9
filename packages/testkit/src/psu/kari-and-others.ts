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
const atLyngrabben = ({ customerNumber }: { readonly customerNumber: string }) =>
  ({ customerNumber, context: "CORPORATE" }) as const;
/** People of Lyngrabben Entreprenør AS: two who approve, one who prepares, one who sees. */
export const sunniva = atLyngrabben(representatives.sunniva);
export const trym = atLyngrabben(representatives.trym);
export const eline = atLyngrabben(representatives.eline);
export const bjarte = atLyngrabben(representatives.bjarte);
export const henrik = {
  customerNumber: representatives.henrik.customerNumber,
  context: "CORPORATE",
} as const;
