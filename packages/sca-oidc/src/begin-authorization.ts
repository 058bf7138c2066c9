import type { ApprovalSubject, BeginningSca } from "@varde/bank";
import {
  buildAuthorizationUrl,
  buildAuthorizationUrlWithJAR,
  buildAuthorizationUrlWithPAR,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import type { OidcSettings } from "./oidc-options.ts";
import type { SigningKey } from "./oidc-provider-client.ts";

/** State that is stored with the SCA until the browser comes back. */
export interface BegunAuthorization {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly begunAt: number;
  /** Text that the PSU approves, and that the token must repeat. */
  readonly text?: string;
}

type Parameters = Readonly<Record<string, string>>;

/** Builds the request of one authorization. Its address is for one browser, at once. */
export const beginAuthorization = async (
  { returnTo, locale }: BeginningSca,
  subject: ApprovalSubject | undefined,
  loginHint: string | undefined,
  settings: OidcSettings,
  client: Configuration,
  signingKey: SigningKey,
): Promise<{ readonly address: string; readonly begun: BegunAuthorization }> => {
  const begun: BegunAuthorization = {
    redirectUri: returnTo.url,
    state: returnTo.state,
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    begunAt: settings.now(),
    ...(subject === undefined ? {} : { text: subject.text }),
  };
  const { levels, levelMin } = settings;
  const parameters = {
    response_type: "code",
    redirect_uri: begun.redirectUri,
    scope: settings.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    acr_values: levels.slice(levels.indexOf(levelMin)).join(" "),
    // The PSU authenticates for this request, even if they are logged in at the provider.
    prompt: "login",
    max_age: "0",
    ui_locales: locale,
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(subject === undefined ? {} : approvalParameter(subject.text, settings)),
  };
  const address = await buildAddress(parameters, settings, client, signingKey);
  return { address: address.href, begun };
};

const approvalParameter = (text: string, { approval }: OidcSettings): Parameters => {
  if (approval.parameter === "binding_message") return { binding_message: text };
  const requested = { [approval.claim]: { essential: true, value: text } };
  return { claims: JSON.stringify({ id_token: requested }) };
};

/** Signs and pushes the request where the provider supports it. */
const buildAddress = async (
  parameters: Parameters,
  { key }: OidcSettings,
  client: Configuration,
  signingKey: SigningKey,
): Promise<URL> => {
  const {
    request_parameter_supported: takesSigned,
    require_signed_request_object: needsSigned,
    request_object_signing_alg_values_supported: algorithms,
    pushed_authorization_request_endpoint: pushTo,
  } = client.serverMetadata();
  const isSigned =
    (takesSigned || needsSigned) && (algorithms?.includes(key.alg ?? "") ?? needsSigned);
  if (!isSigned) {
    return pushTo === undefined
      ? buildAuthorizationUrl(client, parameters)
      : buildAuthorizationUrlWithPAR(client, parameters);
  }
  const signed = await buildAuthorizationUrlWithJAR(client, parameters, signingKey);
  if (pushTo === undefined) return signed;
  return buildAuthorizationUrlWithPAR(client, {
    request: signed.searchParams.get("request") ?? "",
  });
};
