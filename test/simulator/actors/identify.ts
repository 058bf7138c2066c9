import type { TppIdentity } from "../machine/prepared-bank.ts";
import { completeSca } from "./complete-sca.ts";
import type { Psu } from "./psus.ts";
import type { KnownPsu, Scene } from "./scene.ts";
import { newUuid, sendRequest } from "./send-request.ts";

const redirectUri = "https://tpp.example/back";

/** The headers of every request while the PSU is present. */
export const presentHeaders = (sessionId: string) => ({
  "x-accept-fix": "amount-as-string",
  "TPP-Session-ID": sessionId,
  "TPP-Redirect-URI": redirectUri,
  "PSU-IP-Address": "192.0.2.1",
});

/** The headers of a request of a PSU who has a session. */
export const sessionHeaders = ({ psuId, sessionId, corporateId }: KnownPsu) => ({
  ...presentHeaders(sessionId),
  "PSU-ID": psuId,
  ...(corporateId === undefined ? {} : { "PSU-Corporate-ID": corporateId }),
});

export const knownKey = (tpp: TppIdentity, psu: Psu): string => `${tpp.tppId} ${psu.personId}`;

/**
 * Opens a session of a PSU at a TPP, with an SCA that also grants the accounts. Resolves to
 * undefined if that fails.
 */
export const identify = async (
  tpp: TppIdentity,
  psu: Psu,
  scene: Scene,
): Promise<KnownPsu | undefined> => {
  const sessionId = newUuid(scene);
  scene.facts.sessionOwners.set(sessionId, psu.personId);
  const headers = presentHeaders(sessionId);
  const refused = await sendRequest(tpp, { method: "GET", path: "/v1/accounts", headers }, scene);
  const link = refused?.json?._links?.scaRedirect?.href;
  if (link === undefined) return undefined;
  const success = await completeSca(link, psu, "approve", scene);
  return success && rememberPsu(tpp, psu, success, scene);
};

/** Stores the ids that the TPP was given at the end of an SCA. */
export const rememberPsu = (
  tpp: TppIdentity,
  psu: Psu,
  success: URLSearchParams,
  { known }: Scene,
): KnownPsu => {
  const psuId = success.get("psu-id") ?? "";
  const sessionId = success.get("tpp-session-id") ?? "";
  const corporateId = success.get("psu-corporate-id") ?? undefined;
  known.set(knownKey(tpp, psu), { psuId, sessionId, corporateId });
  return { psuId, sessionId, corporateId };
};
