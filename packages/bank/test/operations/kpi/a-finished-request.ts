import { operationList } from "@varde/protocol";
import type { FinishedRequest } from "../../../src/request/finished-request.ts";

/** Returns an operation of the interface by its id. */
export const findOperation = (id: string) => {
  const operation = operationList.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return operation;
};

/** Returns a request for balances that was answered with 200 at once, with other facts if given. */
export const aFinishedRequest = (facts: Partial<FinishedRequest> = {}): FinishedRequest => ({
  name: "readBalances",
  operation: findOperation("readBalances"),
  status: 200,
  isComplete: true,
  receivedAt: 0,
  durationMs: 0,
  bodyReadMs: 0,
  checkedMs: 0,
  handledMs: 0,
  notAdmitted: undefined,
  context: undefined,
  refusal: undefined,
  trace: undefined,
  ...facts,
});
