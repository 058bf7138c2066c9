import { dataSet } from "@varde/sandbox";

/** A person who pays and reads through TPPs, in private. */
export interface Psu {
  readonly name: string;
  readonly personId: string;
  readonly customerNumber: string;
  readonly bban: string;
  readonly accountId: string;
}

export const psus: readonly Psu[] = Object.values(dataSet.people).map((person) => ({
  name: person.name.split(" ")[0] ?? "",
  personId: person.personId,
  customerNumber: person.customerNumber,
  bban: person.current.bban,
  accountId: person.current.accountId,
}));
