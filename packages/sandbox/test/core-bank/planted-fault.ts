import type { CoreBank } from "@varde/bank";
import type { CoreBankSubject } from "@varde/bank/contracts";

/** A fault of a core bank: its title, the rule that notices it, the message, and the fault. */
export type PlantedFault = readonly [
  title: string,
  rule: string,
  message: RegExp,
  plant: (coreBank: CoreBank, subject: CoreBankSubject) => Partial<CoreBank>,
];
