import { accountOperations } from "./account-operations.ts";
import { clockOperations } from "./clock-operations.ts";
import type { ControlOperation, ResponseOfControl } from "./control-operation.ts";
import { figureOperations } from "./figure-operations.ts";
import { historyOperations } from "./history-operations.ts";
import { paymentOperations } from "./payment-operations.ts";
import { peopleOperations } from "./people-operations.ts";
import { readinessOperations } from "./readiness-operations.ts";
import { requestOperations } from "./request-operations.ts";
import { scaOperations } from "./sca-operations.ts";
import { scenarioOperations } from "./scenario-operations.ts";
import { snapshotOperations } from "./snapshot-operations.ts";
import { tppOperations } from "./tpp-operations.ts";
import { worldOperations } from "./world-operations.ts";

/**
 * Every operation of the control API. Its routes, OpenAPI document, handlers and clients are typed
 * by this table or generated from it.
 */
export const controlOperations = {
  ...worldOperations,
  ...scaOperations,
  ...tppOperations,
  ...clockOperations,
  ...scenarioOperations,
  ...snapshotOperations,
  ...paymentOperations,
  ...requestOperations,
  ...readinessOperations,
  ...historyOperations,
  ...peopleOperations,
  ...accountOperations,
  ...figureOperations,
} as const satisfies Record<string, ControlOperation>;

export type ControlOperations = typeof controlOperations;
export type ControlOperationId = keyof ControlOperations;

/** The body of an operation's success, by its id. */
export type ControlResponse<Id extends ControlOperationId> = ResponseOfControl<
  ControlOperations[Id]
>;
