import { accountHandlers } from "./account-handlers.ts";
import { clockHandlers } from "./clock-handlers.ts";
import type { ControlHandlers } from "./control-handler.ts";
import { figureHandlers } from "./figure-handlers.ts";
import { historyHandlers } from "./history-handlers.ts";
import { paymentHandlers } from "./payment-handlers.ts";
import { peopleHandlers } from "./people-handlers.ts";
import { readinessHandlers } from "./readiness-handlers.ts";
import { requestHandlers } from "./request-handlers.ts";
import { scaHandlers } from "./sca-handlers.ts";
import { scenarioHandlers } from "./scenario-handlers.ts";
import { snapshotHandlers } from "./snapshot-handlers.ts";
import { tppHandlers } from "./tpp-handlers.ts";
import { worldHandlers } from "./world-handlers.ts";

/** Every handler, from one file for each file of declarations in the protocol. */
export const controlHandlers: ControlHandlers = {
  ...accountHandlers,
  ...clockHandlers,
  ...figureHandlers,
  ...historyHandlers,
  ...paymentHandlers,
  ...peopleHandlers,
  ...readinessHandlers,
  ...requestHandlers,
  ...scaHandlers,
  ...scenarioHandlers,
  ...snapshotHandlers,
  ...tppHandlers,
  ...worldHandlers,
};
