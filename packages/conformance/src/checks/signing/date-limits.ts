import { describeResponse, type Exchange, isAccepted, isRefused } from "../../wire/exchange.ts";
import type { Check, Flow, Scene } from "../check.ts";
import { requestKinds } from "../request-kinds.ts";

/** Written out: a bank that shares a table with the kit could share its faults too. */
const limitMs = 60_000;
/** A Date has whole seconds, so a bank may read its own clock in whole seconds too. */
const beyondMs = limitMs + 1000;

const sendAt = (scene: Scene, dateMs: number): Promise<Exchange> =>
  scene.sendKind(requestKinds.payment, { dateMs: () => dateMs });

/**
 * Checks the limit in one direction, as closely as the bank's clock is known. If the machine or the
 * network was too slow for a Date to be certain, the check is not proven.
 */
const checkLimit = async (scene: Scene, sign: 1 | -1): Promise<void> => {
  const { clock } = scene;
  const fresh = await sendAt(scene, clock.now());
  scene.precondition(isAccepted(fresh), `a new Date is refused: ${describeResponse(fresh)}`);
  const allowed = clock.dateWithin((sign * limitMs) / 1000);
  const within = await sendAt(scene, allowed);
  const isStillWithin = clock.ageMs(allowed).every((age) => Math.abs(age) <= limitMs);
  scene.precondition(isAccepted(within) || isStillWithin, "the request took too long to tell");
  scene.must(isAccepted(within), `within the limit: ${describeResponse(within)}`);
  const forbidden = clock.dateBeyond((sign * beyondMs) / 1000);
  const beyond = await sendAt(scene, forbidden);
  const isStillBeyond = clock.ageMs(forbidden).every((age) => Math.abs(age) >= beyondMs);
  scene.precondition(isRefused(beyond) || isStillBeyond, "the request took too long to tell");
  scene.must(isRefused(beyond), `beyond the limit: ${describeResponse(beyond)}, not refused`);
  scene.note(describeResponse(beyond));
};

const dateLimit = (id: string, says: string, sign: 1 | -1): Flow => ({
  ...{ kind: "flow", id, group: "SIG", rules: ["SIG-08", "SIG-09"], says },
  run: (scene) => checkLimit(scene, sign),
});

/** The limit of 60 seconds between the TPP's clock and the bank's. */
export const dateLimits: readonly Check[] = [
  dateLimit("sig-date-late", "accepts a Date of up to 60 seconds ago and refuses older ones", 1),
  dateLimit("sig-date-early", "accepts a Date up to 60 seconds ahead and refuses later ones", -1),
];
