import type { IDToken } from "openid-client";
import type { BegunAuthorization } from "./begin-authorization.ts";
import type { OidcSettings } from "./oidc-options.ts";

type Checked = Pick<OidcSettings, "levels" | "levelMin" | "clockToleranceSeconds" | "approval">;

/**
 * Returns why the claims of a verified ID token do not prove the attempt, or undefined if they do.
 * These are the checks that openid-client leaves to its caller.
 */
export const checkClaims = (
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
