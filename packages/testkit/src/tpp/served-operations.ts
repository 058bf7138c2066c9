import { type Operation, operationList } from "@varde/protocol";

export interface ServedOperation {
  readonly operation: Operation;
  /** The path with a value for each parameter. */
  readonly path: string;
}

const places: Readonly<Record<string, string>> = {
  service: "payments",
  product: "norwegian-domestic-credit-transfers",
  tppId: "NO-FSA-310000000",
};
const someId = "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10";

/** All operations of the interface; a sandbox serves each of them. */
export const servedOperations: readonly ServedOperation[] = operationList.map((operation) => ({
  operation,
  path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? someId),
}));
