import type { ContractId, ContractRequest } from "../contract/contract-calls.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import { findSchemaFault } from "../contract/find-schema-fault.ts";
import type { Problem } from "./send-problem.ts";

/** Returns what is wrong with the body of a request, or undefined. */
export const findRequestFault = (id: ContractId, body: unknown): Problem | undefined => {
  const fault = findSchemaFault(contractOperations[id].request, body);
  if (fault === undefined) return betweenFields[id]?.(body as never);
  const { pointer, message } = fault;
  return { detail: `The value at ${pointer || "the root"} ${message}.`, pointer };
};

/** Rules between fields, which the schemas do not state. */
const betweenFields: {
  readonly [Id in ContractId]?: (request: ContractRequest<Id>) => Problem | undefined;
} = {
  findAccount: ({ reference }) =>
    Object.keys(reference).length === 1
      ? undefined
      : { detail: "Give one of bban, iban and cardReference.", pointer: "/reference" },
  listTransactions: ({ page: { place } }) => {
    const needed = { offset: "offset", after: "key", before: "key", end: undefined }[place.at];
    return needed === undefined || needed in place
      ? undefined
      : { detail: `The place ${place.at} needs ${needed}.`, pointer: `/page/place/${needed}` };
  },
  submitAll: ({ worldId, instructions }) => {
    const foreign = instructions.findIndex((one) => one.worldId !== worldId);
    const ids = instructions.map(({ instructionId }) => instructionId);
    const repeated = ids.findIndex((id, at) => ids.indexOf(id) !== at);
    if (foreign >= 0) {
      const detail = "The instruction is of another world than the request.";
      return { detail, pointer: `/instructions/${foreign}/worldId` };
    }
    return repeated < 0
      ? undefined
      : { detail: "The list has the instruction twice.", pointer: `/instructions/${repeated}` };
  },
};
