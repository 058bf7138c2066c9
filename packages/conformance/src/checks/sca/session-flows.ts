import { randomUUID } from "node:crypto";
import { describeResponse, isAccepted, isRefused, linkOf, statusOf } from "../../wire/exchange.ts";
import type { Check, Psu, Scene } from "../check.ts";
import { readFor, requestKinds } from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";
import { askForSca } from "./ask-for-sca.ts";

const flow = flowsIn("SES");
const minuteMs = 60_000;

/** Reads something that needs a session. */
const read = (scene: Scene, psu: Psu) => readFor(scene, "/v1/user", psu);

/** The session is valid: without this, a refusal afterwards would prove nothing. */
const readAccepted = async (scene: Scene, psu: Psu): Promise<void> => {
  const response = await read(scene, psu);
  scene.precondition(isAccepted(response), `the session: ${describeResponse(response)}`);
};

const requiresNewSca = async (scene: Scene): Promise<void> => {
  await readAccepted(scene, scene.psu);
  const refused = await read(scene, { ...scene.psu, session: randomUUID() });
  const seen = `a new TPP-Session-ID: ${describeResponse(refused)}`;
  scene.must(statusOf(refused) === 401, `${seen}, not 401`);
  scene.must(linkOf(refused, "scaRedirect") !== undefined, `${seen}, without scaRedirect`);
};

const survivesAbortedSca = async (scene: Scene): Promise<void> => {
  const { psu } = scene;
  await readAccepted(scene, psu);
  const { link } = await askForSca(scene, { psu });
  const back = await scene.completeSca(link, { decision: "refuse" });
  scene.precondition(!back.searchParams.has("psu-id"), "the PSU did not refuse");
  const after = await read(scene, psu);
  scene.must(isAccepted(after), `the old session after a refused SCA: ${describeResponse(after)}`);
};

const endsOldSession = async (scene: Scene): Promise<void> => {
  const old = scene.psu;
  await readAccepted(scene, old);
  const { link, session } = await askForSca(scene, { psu: old });
  const started = await read(scene, old);
  scene.must(isAccepted(started), `the old session before the SCA: ${describeResponse(started)}`);
  await scene.completeSca(link);
  await readAccepted(scene, { ...old, session });
  const ended = await read(scene, old);
  scene.must(isRefused(ended), `the old session: ${describeResponse(ended)}, not refused`);
};

const refusesOtherId = async (scene: Scene): Promise<void> => {
  const own = await scene.sendKind(requestKinds.payment);
  scene.precondition(isAccepted(own), describeResponse(own));
  const headers = { "TPP-Session-ID": randomUUID() };
  const other = await scene.sendKind(requestKinds.payment, { headers });
  scene.must(isRefused(other), `another TPP-Session-ID: ${describeResponse(other)}, not refused`);
};

const lastsAnHour = async (scene: Scene): Promise<void> => {
  const psu = await scene.identify();
  await readAccepted(scene, psu);
  const advance = async (ms: number) => {
    await scene.bank.advanceClock?.(ms);
    // A bank whose Date follows that clock refuses the old time, and its response shows the new.
    await read(scene, psu);
  };
  await advance(59 * minuteMs);
  const late = await read(scene, psu);
  scene.must(isAccepted(late), `after 59 minutes: ${describeResponse(late)}`);
  await advance(2 * minuteMs);
  const ended = await read(scene, psu);
  const seen = `after 61 minutes: ${describeResponse(ended)}`;
  scene.must(statusOf(ended) === 401, `${seen}, not 401`);
  scene.must(linkOf(ended, "scaRedirect") !== undefined, `${seen}, without scaRedirect`);
  // Later flows and the cleanup need a session.
  await scene.identify();
};

const terms = { needs: ["approval"], phase: "sessions", gate: "gate-sca" } as const;

/** Checks of sessions: when an SCA is valid. */
// biome-ignore format: rows of a table
export const sessionFlows: readonly Check[] = [
  flow("ses-new", "LIM-06", "requires a new SCA in a new session", requiresNewSca,
    { gate: "gate-sca" }),
  flow("ses-aborted", "LIM-08", "keeps the old session if the SCA of a new one is refused",
    survivesAbortedSca, { ...terms, refusals: 1 }),
  flow("ses-ends-old", "LIM-07", "ends the old session when the SCA of a new one completes",
    endsOldSession, { ...terms, approvals: 1 }),
  flow("ses-other-id", "SCA-09", "accepts an SCA only within its TPP-Session-ID", refusesOtherId),
  flow("ses-hour", "LIM-03 LIM-04", "accepts an SCA for an hour, and requires a new one then",
    lastsAnHour, { ...terms, needs: ["approval", "clock"], approvals: 2, phase: "clock" }),
];
