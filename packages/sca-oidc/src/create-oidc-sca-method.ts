import type { ScaMethod } from "@varde/bank";
import { type BegunAuthorization, beginAuthorization } from "./begin-authorization.ts";
import { finishAuthorization } from "./finish-authorization.ts";
import { type OidcOptions, readOidcOptions } from "./oidc-options.ts";
import { OidcProviderClient } from "./oidc-provider-client.ts";

/**
 * Creates an SCA method that sends PSUs to an OpenID Connect provider, once to identify and again
 * to approve. Throws `ConfigurationRefused`, with one sentence, if an option is invalid.
 *
 * @example
 * const scaMethod = createOidcScaMethod({
 *   issuer: "https://idporten.example",
 *   clientId: "fjordbanken",
 *   key: privateJwk,
 *   levels: ["idporten-loa-substantial", "idporten-loa-high"],
 *   levelMin: "idporten-loa-high",
 *   identityClaim: "pid",
 *   approval: { parameter: "claims", claim: "transaction_text" },
 *   psuDirectory,
 * });
 */
export const createOidcScaMethod = (options: OidcOptions): ScaMethod => {
  const settings = readOidcOptions(options);
  const provider = new OidcProviderClient(settings);
  return {
    begin: async (sca, subject) => {
      const { address, begun } = await beginAuthorization(
        sca,
        subject,
        await settings.loginHint(sca),
        settings,
        await provider.connect(),
        await provider.signingKey(),
      );
      return { kind: "redirect", address, kept: JSON.stringify(begun) };
    },
    finish: async (sca, callback) => {
      if (callback.kind !== "redirect") {
        return { kind: "failed", because: "invalid", reason: "the PSU did not come from the eID" };
      }
      const begun: BegunAuthorization = JSON.parse(callback.kept);
      const client = await provider.connect();
      return finishAuthorization(sca, callback.parameters, begun, settings, client);
    },
  };
};
