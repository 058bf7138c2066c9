import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { identifyTpp } from "../../parties/identify-tpp.ts";
import { NoRoomForWorld } from "../../ports/worlds.ts";
import type { Tpp } from "../../records/tpp.ts";
import type { KnownCertificate } from "../../records/tpp-cache.ts";
import { refuseOverload } from "../../request/place.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/**
 * Checks that the TPP has no more than its share of the requests in flight, has a role that the
 * operation requires, and is admitted by the register.
 */
export const checkTpp: Check = (context, bank) => {
  const known = bank.tppCache.findAgain(context.requiredHeader("tpp-signature-certificate"));
  return andThen(known?.tpp ?? identify(context, known, bank), (tpp) => {
    if (isRefusal(tpp)) return tpp;
    context.tpp = tpp;
    if (!context.received.place.moveTo(tpp.tppId)) return refuseOverload;
    return andThen(bank.clock.now(tpp.worldId), (now) => {
      context.now = now;
      return admit(tpp, context, bank);
    });
  });
};

const admit = (tpp: Tpp, context: RequestContext, bank: Bank): Awaitable<Refusal | undefined> => {
  if (context.certificate.roles === undefined) {
    context.warnings.push("The certificate has no PSD2 QcStatement; all roles are assumed.");
  }
  const needed = context.operation.roles;
  if (needed.length > 0 && !needed.some((role) => tpp.roles.has(role))) {
    return refuse({
      code: "FORBIDDEN",
      path: "TPP-Signature-Certificate",
      text: `This operation requires the role ${needed.join(" or ")}, which the certificate lacks.`,
    });
  }
  const admission = bank.tppRegister.admit({
    certificate: context.certificate,
    identifier: tpp.identifier,
    roles: tpp.roles,
    operation: context.operation,
    country: bank.configuration.country,
    at: context.received.receivedAt,
  });
  return andThen(admission, (decided) =>
    decided.isAdmitted ? undefined : refuse(notServed, { logReason: decided.reason }),
  );
};

const notServed = {
  code: "FORBIDDEN",
  text: "This bank does not serve this TPP at present.",
} as const;

const identify = async (
  context: RequestContext,
  known: KnownCertificate | undefined,
  bank: Bank,
): Promise<Tpp | Refusal> => {
  try {
    const tpp = await identifyTpp(context.certificate, known?.isAnchored ?? false, bank);
    if (known !== undefined) known.tpp = tpp;
    return tpp;
  } catch (error) {
    if (error instanceof NoRoomForWorld) return refuseWorld(error);
    throw error;
  }
};

const refuseWorld = ({ message, retryAfterSeconds }: NoRoomForWorld): Refusal =>
  refuse(
    { code: "SYSTEM_ERROR", status: 503, text: message },
    { headers: { "retry-after": String(retryAfterSeconds) } },
  );
