import assert from "node:assert/strict";
import { run, sql, type Unit } from "@varde/storage";
import type { Sca } from "../request/sca.ts";
import { nextScaStatus, type ScaEvent } from "./sca-transitions.ts";

/** Values that a step of an SCA sets. */
export type ScaFindings = Partial<
  Pick<
    Sca,
    | "personId"
    | "context"
    | "agreementId"
    | "attempts"
    | "browserHash"
    | "endedCode"
    | "pending"
    | "callbackHash"
    | "evidence"
  >
>;

/** Whether the event can happen to the SCA in its present status. */
export const canMoveSca = ({ status }: Sca, event: ScaEvent): boolean =>
  nextScaStatus(status, event) !== undefined;

/**
 * Moves the SCA by one event of the table and stores what the step found out. A pending proof ends
 * with every event, so that its callback cannot be used later. This is the only code
 * that writes an SCA's status. Returns undefined when another step has moved the SCA since it was
 * read: another tab, or the same form sent twice. An event that the table does not contain fails an
 * assertion; call `canMoveSca` first where that can happen.
 */
export function* moveSca(
  sca: Sca,
  event: ScaEvent,
  at: number,
  found: ScaFindings = {},
): Unit<Sca | undefined> {
  const status = nextScaStatus(sca.status, event);
  assert(status !== undefined, `an SCA with status ${sca.status} cannot be ${event}`);
  const none = { pending: undefined, callbackHash: undefined };
  const after: Sca = {
    ...sca,
    ...none,
    ...found,
    status,
    touchedAt: at,
    version: sca.version + 1n,
  };
  const [changes] = yield* run(
    sql`update sca set person_id = ${after.personId ?? null}, context = ${after.context ?? null},
        agreement_id = ${after.agreementId ?? null}, status = ${after.status},
        version = ${after.version}, attempts = ${after.attempts},
        browser_hash = ${after.browserHash ?? null}, ended_code = ${after.endedCode ?? null},
        pending = ${toJson(after.pending)}, callback_hash = ${after.callbackHash ?? null},
        evidence = ${toJson(after.evidence)}, touched_at = ${after.touchedAt}
      where sca_id = ${sca.scaId} and version = ${sca.version} and status = ${sca.status}`,
  );
  return changes === 1n ? after : undefined;
}

const toJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);
