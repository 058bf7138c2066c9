import { isIP } from "node:net";
import type { BankConfiguration } from "./configuration.ts";
import { ConfigurationRefused } from "./configuration-refused.ts";
import type { BankPorts } from "./ports/bank-ports.ts";

const choices: { readonly [Name in keyof BankConfiguration]?: readonly unknown[] } = {
  mode: ["sandbox", "production"],
  trust: ["any", "sandbox-ca", "anchors"],
  keyIdIssuer: ["attributes", "rfc2253"],
  amountFractionDigits: ["exact", "at-most"],
  bbanCheckDigit: ["required", "off"],
  nonBankDay: ["move", "reject"],
  responseSigning: ["off", "on-request", "always"],
  acceptFixRequired: [true, false],
  hideUnsignedDomestic: [true, false],
  aspspHasAllRoles: [true, false],
  appApproval: [true, false],
};

/** Throws ConfigurationRefused, with one sentence, for the first invalid setting. */
export const checkConfiguration = (configuration: BankConfiguration, ports: BankPorts): void => {
  for (const reason of reasonsToRefuse(configuration, ports)) {
    if (reason !== undefined) throw new ConfigurationRefused(reason);
  }
};

function* reasonsToRefuse(
  configuration: BankConfiguration,
  ports: BankPorts,
): Generator<string | undefined> {
  for (const [name, values = []] of Object.entries(choices)) {
    const value = configuration[name as keyof BankConfiguration];
    if (!values.includes(value)) {
      yield `${name} must be one of ${values.join(", ")}, not ${JSON.stringify(value)}.`;
    }
  }
  for (const name of ["requestsInFlightMax", "portTimeoutMs"] as const) {
    const value = configuration[name];
    if (!Number.isSafeInteger(value) || value <= 0) {
      yield `${name} must be a whole number above 0, not ${value}.`;
    }
  }
  yield checkPathPrefix(configuration);
  yield checkProxies(configuration);
  yield checkBatchTimes(configuration);
  if (configuration.mode !== "production") return;
  yield checkPublicUrl(configuration);
  yield checkTrust(configuration);
  if (configuration.bankName === "") yield "bankName is empty; every page shows it to PSUs.";
  if (configuration.responseSigning === "always" && ports.responseSigner === undefined) {
    yield "responseSigning is always, which requires the port responseSigner.";
  }
}

const checkPathPrefix = ({ pathPrefix }: BankConfiguration): string | undefined =>
  /^(?:\/[\w.~-]+)*$/.test(pathPrefix)
    ? undefined
    : `pathPrefix must be empty or like /open-banking, not "${pathPrefix}".`;

const checkProxies = ({ trustedProxies }: BankConfiguration): string | undefined => {
  const malformed = trustedProxies.find((address) => {
    const [ip = "", bits = "0", more] = address.split("/");
    return isIP(ip) === 0 || !/^\d{1,3}$/.test(bits) || more !== undefined;
  });
  return malformed === undefined
    ? undefined
    : `trustedProxies must be addresses or networks like 10.0.0.0/8, not "${malformed}".`;
};

const checkBatchTimes = ({ batchTimes }: BankConfiguration): string | undefined => {
  const { payments, periodic } = batchTimes;
  if (payments.length === 0) return "batchTimes.payments is empty; add at least one run.";
  const times = [periodic, ...payments.flatMap(({ cutOff, run }) => [cutOff, run])];
  const malformed = times.find((time) => !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time));
  if (malformed !== undefined) return `batchTimes must be like 05:30, not "${malformed}".`;
  const late = payments.find(({ cutOff, run }) => cutOff > run);
  return late === undefined
    ? undefined
    : `batchTimes has a run at ${late.run}, before its cut-off at ${late.cutOff}.`;
};

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Plain http is allowed for trials on one machine only. */
const checkPublicUrl = ({ publicUrl }: BankConfiguration): string | undefined => {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  const isSafe = url?.protocol === "https:" || (url && loopback.has(url.hostname));
  if (url === undefined || !isSafe) {
    return `publicUrl must be an https address in production, not "${publicUrl}".`;
  }
  // Pages link to each other by paths that start at the root.
  return url.origin === publicUrl
    ? undefined
    : `publicUrl must be a scheme, a host and a port only, not "${publicUrl}".`;
};

const checkTrust = ({ trust, anchors }: BankConfiguration): string | undefined => {
  if (trust !== "anchors") return `trust must be anchors in production, not ${trust}.`;
  if (anchors.length === 0) return "anchors is empty, so no TPP's certificate would be trusted.";
  const at = anchors.findIndex((anchor) => anchor?.publicKey === undefined);
  if (at >= 0) return `anchors[${at}] is not a certificate as returned by readCertificatePem.`;
  const other = anchors.findIndex((anchor) => !anchor.isCertificateAuthority);
  return other < 0 ? undefined : `anchors[${other}] is not the certificate of an authority.`;
};
