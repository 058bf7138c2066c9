import type { Check, Scene } from "../check.ts";
import { flowsIn } from "../rows.ts";
import { askForSca, isUuid } from "./ask-for-sca.ts";

const flow = flowsIn("SCA");

/** Lets the PSU identify, and returns the parameters of the redirect. */
const comeBack = async (scene: Scene, redirectUri?: string) => {
  const asking = redirectUri === undefined ? {} : { redirectUri };
  const { link, session } = await askForSca(scene, asking);
  const address = await scene.completeSca(link);
  const { searchParams } = address;
  const code = searchParams.get("code");
  scene.precondition(code === null, `the SCA failed with ${code}`);
  return { address, searchParams, session };
};

/** Lets the PSU refuse, and returns the parameters of the redirect. */
const comeBackRefused = async (scene: Scene): Promise<URLSearchParams> => {
  const { link } = await askForSca(scene);
  return (await scene.completeSca(link, { decision: "refuse" })).searchParams;
};

const returnsIds = async (scene: Scene): Promise<void> => {
  const { address, searchParams: found, session } = await comeBack(scene);
  const home = new URL(scene.bank.redirectUri);
  const isHome = address.origin === home.origin && address.pathname === home.pathname;
  scene.must(isHome, `the PSU was redirected to ${address.origin}${address.pathname}`);
  scene.must(isUuid(found.get("psu-id")), "psu-id is not a UUID");
  const isOurs = found.get("tpp-session-id") === session;
  scene.must(isOurs, "tpp-session-id is not the one of the request");
  const context = found.get("context");
  scene.must(context === "PRIVATE", `context is ${context}, not PRIVATE`);
};

const namesNoCompany = async (scene: Scene): Promise<void> => {
  const { searchParams: found } = await comeBack(scene);
  scene.precondition(found.has("psu-id"), "the redirect has no psu-id");
  scene.must(!found.has("psu-corporate-id"), "a private SCA returned a psu-corporate-id");
};

const keepsQuery = async (scene: Scene): Promise<void> => {
  const address = new URL(scene.bank.redirectUri);
  address.searchParams.set("state", "a b&c");
  address.searchParams.set("psu-id", "ours");
  const { searchParams: found } = await comeBack(scene, address.href);
  const state = found.get("state");
  scene.must(state === "a b&c", `the parameter state came back as ${state}`);
  const ids = found.getAll("psu-id");
  scene.must(ids.length === 1 && isUuid(ids[0] ?? null), "psu-id is not only the bank's own");
};

const returnsError = async (scene: Scene): Promise<void> => {
  const found = await comeBackRefused(scene);
  const status = found.get("status") ?? "missing";
  scene.must(/^[45]\d\d$/.test(status), `status is ${status}`);
  scene.must(Boolean(found.get("code")), "code is missing");
  scene.must(Boolean(found.get("message")), "message is missing");
  scene.must(!found.has("psu-id"), "a refused SCA returned a psu-id");
  // Banks name systems of their own.
  scene.should(Boolean(found.get("system")), "system is missing");
};

const returnsCode = async (scene: Scene): Promise<void> => {
  const found = await comeBackRefused(scene);
  const seen = `${found.get("status")} ${found.get("code")}`;
  scene.must(seen === "401 SCA_INVALID", `${seen}, not 401 SCA_INVALID`);
};

const terms = { needs: ["approval"], phase: "sessions", gate: "gate-sca" } as const;
const approval = { ...terms, approvals: 1 } as const;
const refusal = { ...terms, refusals: 1 } as const;

/** Checks of the address that the PSU comes back to. */
// biome-ignore format: rows of a table
export const redirects: readonly Check[] = [
  flow("red-parameters", "RED-01 RED-04 RED-05 SCA-04",
    "redirects to TPP-Redirect-URI with psu-id, tpp-session-id and context", returnsIds, approval),
  flow("red-private-no-company", "RED-03", "returns no psu-corporate-id after a private SCA",
    namesNoCompany, approval),
  flow("red-query", "RED-10", "keeps the query of TPP-Redirect-URI, except its own parameters",
    keepsQuery, approval),
  flow("red-refused", "RED-07 RED-08 RED-09", "returns status, code and message of a refused SCA",
    returnsError, { ...refusal, shouldRules: ["RED-06"] }),
  flow("red-refused-code", "RED-12", "returns 401 SCA_INVALID if the PSU refuses",
    returnsCode, refusal),
];
