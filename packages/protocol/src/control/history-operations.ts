import { integer, object, oneOf, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

export const loadedTransactionsMax = 10_000_000;

const historyLoad = object({
  accountId: string(),
  transactions: integer(),
  loaded: integer(),
  state: oneOf(["running", "done", "failed"]),
});

/** Operations that generate transactions for an account. */
export const historyOperations = {
  loadHistory: {
    method: "POST",
    path: "/accounts/{account}/history",
    summary: "Generates transactions for an account in the background, up to millions.",
    needsWorld: true,
    body: object({
      transactions: integer({
        minimum: 1,
        description: `a whole number from 1 to ${loadedTransactionsMax}`,
      }),
    }),
    status: 202,
    response: historyLoad,
  },
  readHistoryLoad: {
    method: "GET",
    path: "/accounts/{account}/history",
    summary: "Reads the progress of generating transactions.",
    needsWorld: true,
    status: 200,
    response: historyLoad,
  },
} as const satisfies Record<string, ControlOperation>;
