import { createHash } from "node:crypto";
import type { ScaAttempt, ScaResult } from "@varde/bank";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  type IDToken,
  ResponseBodyError,
} from "openid-client";
import type { BegunAuthorization } from "./begin-authorization.ts";
import type { OidcSettings } from "./oidc-options.ts";

/** Redeems the code of a callback and checks the token. */
export const finishAuthorization = async (
  { worldId }: ScaAttempt,
  parameters: string,
  begun: BegunAuthorization,
  settings: OidcSettings,
  client: Configuration,
): Promise<ScaResult> => {
  const callback = new URL(`${begun.redirectUri}?${parameters}`);
  let redeemed: { readonly claims: IDToken; readonly token: string };
  try {
    const tokens = await authorizationCodeGrant(client, callback, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    });
    redeemed = { claims: tokens.claims() as IDToken, token: tokens.id_token as string };
  } catch (error) {
    return explainFailure(error);
  }
  const { claims, token } = redeemed;
  const fault = checkClaims(claims, begun, settings, settings.now());
  if (fault !== undefined) return invalid(fault);
  const identityNumber = claims[settings.identityClaim];
  if (typeof identityNumber !== "string") return invalid(`${settings.identityClaim} is missing`);
  const person = await settings.psuDirectory.findPerson(worldId, identityNumber);
  if (person === undefined) return invalid("the identified person is not a customer");
  const transactionId = claims[settings.transactionIdClaim];
  return {
    kind: "proven",
    personId: person.personId,
    evidence: {
      method: "oidc",
      level: claims.acr as string,
      ...(typeof transactionId === "string" ? { transactionId } : {}),
      hash: createHash("sha256").update(token).digest("base64url"),
      at: (claims.auth_time as number) * 1_000,
    },
  };
};

const invalid = (reason: string): ScaResult => ({ kind: "failed", because: "invalid", reason });

/** Errors of a provider that is not able to authenticate anybody now. */
const unavailableErrors = new Set(["server_error", "temporarily_unavailable"]);

/** Says why a code was not redeemed. Messages of openid-client contain no personal data. */
const explainFailure = (error: unknown): ScaResult => {
  if (error instanceof AuthorizationResponseError) {
    const { error: code } = error;
    const isUnavailable = unavailableErrors.has(code);
    const because =
      code === "access_denied" ? "refused" : isUnavailable ? "unavailable" : "invalid";
    return { kind: "failed", because, reason: `the provider returned ${code}` };
  }
  if (error instanceof ResponseBodyError) {
    const because = unavailableErrors.has(error.error) ? "unavailable" : "invalid";
    return { kind: "failed", because, reason: `the token endpoint returned ${error.error}` };
  }
  // The bank logs other errors, such as a refused connection, as a failure of the port.
  if (!(error instanceof ClientError)) throw error;
  const { code, cause } = error;
  const isUnavailable =
    code === "OAUTH_TIMEOUT" || (cause instanceof Response && cause.status >= 500);
  return {
    kind: "failed",
    because: isUnavailable ? "unavailable" : "invalid",
    reason: innermostMessage(error),
  };
};

/** openid-client wraps what happened in a general message. */
const innermostMessage = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;

type Checked = Pick<OidcSettings, "levels" | "levelMin" | "clockToleranceSeconds" | "approval">;

/**
 * Returns why the claims of a verified ID token do not prove the attempt, or undefined if they do.
 * These are the checks that openid-client leaves to its caller.
 */
const checkClaims = (
  claims: IDToken,
  { begunAt, text }: BegunAuthorization,
  { levels, levelMin, clockToleranceSeconds, approval }: Checked,
  now: number,
): string | undefined => {
  const earliest = begunAt / 1_000 - clockToleranceSeconds;
  const latest = now / 1_000 + clockToleranceSeconds;
  const { acr, auth_time: authenticatedAt } = claims;
  if (levels.indexOf(String(acr)) < levels.indexOf(levelMin)) {
    return `acr ${acr} is lower than ${levelMin}`;
  }
  if (claims.iat > latest) return "iat is in the future";
  if (claims.iat < earliest) return "iat is before the request";
  if (authenticatedAt === undefined) return "auth_time is missing";
  if (authenticatedAt > latest) return "auth_time is in the future";
  if (authenticatedAt < earliest) return "auth_time is before the request";
  if (text !== undefined && claims[approval.claim] !== text) {
    return `${approval.claim} is not the text that the PSU approves`;
  }
  return undefined;
};
