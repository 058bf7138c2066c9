import { sql, type Unit } from "@varde/storage";
import { isScaTimedOut, type Sca, scaTable } from "../../records/sca.ts";
import { lockApp } from "./lock-app.ts";

/** How many approvals may wait in the app of one person: from one TPP, and in all. */
const waitingInApp = { perTppMax: 3, perPersonMax: 5 } as const;

/**
 * HDR-36: returns whether another approval may wait in the app of the person that the SCA expects.
 * The app stays locked until the unit ends, so that no other process starts one meanwhile.
 */
export function* fitsInApp(sca: Sca, now: number): Unit<boolean> {
  const { worldId, tppId, expectedPersonId } = sca;
  if (expectedPersonId === undefined) return true;
  yield* lockApp(worldId, expectedPersonId);
  const found = yield* scaTable.all(
    sql`select * from sca where world_id = ${worldId} and expected_person_id = ${expectedPersonId}
      and channel = 'app' and status = 'received'`,
  );
  const waiting = found.filter((one) => !isScaTimedOut(one, now));
  const own = waiting.filter((one) => one.tppId === tppId);
  return waiting.length < waitingInApp.perPersonMax && own.length < waitingInApp.perTppMax;
}
