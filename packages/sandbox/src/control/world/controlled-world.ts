import type { WorldId } from "@varde/bank";
import { accountViews } from "./account-views.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { listConsents, readConsent } from "./list-consents.ts";
import { listSignings } from "./list-signings.ts";
import { peopleViews } from "./people-views.ts";
import { testDataControl } from "./test-data-control.ts";
import { worldControl } from "./world-control.ts";

/** A world as the control API sees it: all that a test bank offers, and its test data. */
export type ControlledWorld = ReturnType<typeof controlledWorld>;

export const controlledWorld = (sandbox: ControlledSandbox, worldId: WorldId) => ({
  worldId,
  ...worldControl(sandbox, worldId),
  people: peopleViews(sandbox, worldId),
  accounts: accountViews(sandbox, worldId),
  testData: testDataControl(sandbox, worldId),
  listSignings: (limit: number) => listSignings(sandbox, worldId, limit),
  listConsents: (page: Parameters<typeof listConsents>[2]) => listConsents(sandbox, worldId, page),
  readConsent: (consentId: string) => readConsent(sandbox, worldId, consentId),
});
