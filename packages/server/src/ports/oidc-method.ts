import type { BankPorts } from "@varde/bank";
import { createOidcScaMethod, type OidcOptions } from "@varde/sca-oidc";
import type { PortContext } from "./port-context.ts";

/** Creates the SCA method of an OpenID Connect provider. */
export const createOidcMethod = async (
  { settings }: PortContext,
  { psuDirectory }: Partial<BankPorts>,
): Promise<Partial<BankPorts>> => {
  const { "sca.oidc.issuer": issuer, "sca.oidc.key": key } = settings;
  // Without a directory there is no bank, which is reported for the directory.
  if (issuer === undefined || key === undefined || psuDirectory === undefined) return {};
  const scaMethod = createOidcScaMethod({
    issuer,
    key: readJwk(key),
    psuDirectory,
    clientId: settings["sca.oidc.clientId"],
    levels: settings["sca.oidc.levels"],
    levelMin: settings["sca.oidc.levelMin"],
    identityClaim: settings["sca.oidc.identityClaim"],
    approval: {
      parameter: settings["sca.oidc.approvalParameter"],
      claim: settings["sca.oidc.approvalClaim"],
    },
    transactionIdClaim: settings["sca.oidc.transactionIdClaim"],
    scope: settings["sca.oidc.scope"],
    idTokenAlgorithm: settings["sca.oidc.idTokenAlgorithm"],
    clockToleranceSeconds: settings["sca.oidc.clockToleranceSeconds"],
    timeoutSeconds: settings["sca.oidc.timeoutSeconds"],
  });
  return { scaMethod };
};

/** Reads the key. The error of the parser is not used, because it could quote the text. */
const readJwk = (text: string): OidcOptions["key"] => {
  try {
    const key: unknown = JSON.parse(text);
    if (typeof key === "object" && key !== null) return key;
  } catch {
    // Reported below, like JSON of another kind.
  }
  throw new Error("key must be a private JWK with alg and kid, as JSON");
};
