import type { Instruction } from "../../ports/instruction.ts";
import { randomIds } from "../../ports/random-ids.ts";

/** The fields of an instruction that depend on the core bank it is for. */
type GivenFields = "worldId" | "debtorAccountId" | "creditor" | "executionDate";

/** Returns a payment of one krone within the bank, with a new id and these fields. */
export const anInstruction = (
  fields: Pick<Instruction, GivenFields> & Partial<Instruction>,
): Instruction => ({
  instructionId: randomIds.newId(),
  attempt: 1n,
  product: "NDCT",
  route: "own-bank",
  amountMinor: 100n,
  currency: "NOK",
  debtorName: undefined,
  ultimateDebtor: undefined,
  remittance: ["contract check"],
  references: [],
  endToEndId: undefined,
  purposeCode: undefined,
  serviceLevel: undefined,
  isUrgent: false,
  regulatoryReporting: { code: undefined, information: undefined },
  agreedFeeMinor: 0n,
  initiation: {
    tpp: { tppId: "contract-check", identifier: undefined, name: undefined, brand: undefined },
    psu: { personId: undefined, agreementId: undefined, context: undefined },
    sca: undefined,
    device: undefined,
  },
  ...fields,
});
