import { randomUUID } from "node:crypto";
import type { Change } from "../../wire/change.ts";
import { describeResponse, linkOf } from "../../wire/exchange.ts";
import { NotProven, type Psu, type Scene } from "../check.ts";

/** An SCA that a check has asked for, and the session that it is to start. */
export interface AskedSca {
  readonly link: string;
  readonly session: string;
}

/** Differences from the usual request for an SCA. */
interface Asking {
  readonly redirectUri?: string;
  /** The PSU, if the TPP knows them already. */
  readonly psu?: Psu;
  readonly change?: Change;
}

/**
 * Asks for an SCA in a new session. Reading accounts asks for one; a TPP that may only pay is asked
 * through /v1/user.
 */
export const askForSca = async (
  scene: Scene,
  { redirectUri = scene.bank.redirectUri, psu, change }: Asking = {},
): Promise<AskedSca> => {
  const session = randomUUID();
  const headers = {
    "TPP-Session-ID": session,
    "TPP-Redirect-URI": redirectUri,
    "PSU-IP-Address": "192.0.2.17",
    ...(psu !== undefined && { "PSU-ID": psu.id }),
  };
  let seen = "";
  for (const path of ["/v1/accounts", "/v1/user"]) {
    const asked = await scene.send({ method: "GET", path, headers }, change);
    const link = linkOf(asked, "scaRedirect");
    if (link !== undefined) return { link, session };
    seen = describeResponse(asked);
  }
  throw new NotProven(`neither /v1/accounts nor /v1/user asks for an SCA: ${seen}`);
};

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a parameter of a redirect is a UUID. */
export const isUuid = (text: string | null): boolean => uuidForm.test(text ?? "");
