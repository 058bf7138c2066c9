import { isIP } from "node:net";
import { listEntries } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import { bankSettings } from "../configuration/bank-settings.ts";
import { ConfigurationRefused } from "../configuration/configuration-refused.ts";
import { exampleOfDocumentation, isExampleSecret } from "../configuration/example-secret.ts";
import { findFault } from "../configuration/load-configuration.ts";
import { findThemeFaults } from "../pages/theme/find-theme-faults.ts";
import type { BankPorts } from "../ports/bank-ports.ts";

/** The settings whose values are used as they are; anchors are read from the named files. */
const { anchors: _anchors, ...switches } = bankSettings;

/** Throws ConfigurationRefused, with a line for each invalid setting. */
export const checkConfiguration = (configuration: BankConfiguration, ports: BankPorts): void => {
  const faults = listConfigurationFaults(configuration, ports);
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
};

/** Returns a sentence for each invalid setting, which starts with the name of the setting. */
export const listConfigurationFaults = (
  configuration: BankConfiguration,
  ports: Partial<BankPorts>,
): readonly string[] =>
  [...reasonsToRefuse(configuration, ports)].filter((reason) => reason !== undefined);

function* reasonsToRefuse(
  configuration: BankConfiguration,
  ports: Partial<BankPorts>,
): Generator<string | undefined> {
  const malformed = new Set<string>();
  for (const [name, declared] of listEntries(switches)) {
    const value = configuration[name];
    const faults = value === declared.default ? [] : [...findFault(name, declared, value)];
    if (faults.length > 0) malformed.add(name);
    yield* faults;
  }
  if (!malformed.has("theme")) yield* findThemeFaults(configuration);
  yield checkProxies(configuration);
  yield checkBatchTimes(configuration);
  yield checkChannels(configuration);
  if (configuration.mode !== "production") return;
  yield checkPublicUrl(configuration);
  yield checkTrust(configuration, ports);
  if (configuration.bankId === undefined) {
    yield "bankId is missing; choose a name for the bank that its database will belong to.";
  }
  if (!configuration.audit) yield "audit is false; a bank in production always records accesses.";
  if (configuration.bankName === "") yield "bankName is empty; every page shows it to PSUs.";
  if (configuration.responseSigning === "always" && ports.responseSigner === undefined) {
    yield "responseSigning is always, which requires the port responseSigner.";
  }
}

const checkProxies = ({ trustedProxies }: BankConfiguration): string | undefined => {
  for (const address of trustedProxies) {
    const [ip = "", bits, more] = address.split("/");
    const bitsMax = isIP(ip) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax);
    if (isIP(ip) === 0 || !isNetwork || more !== undefined) {
      return `trustedProxies must be addresses or networks like 10.0.0.0/8, not "${address}".`;
    }
    if (bits !== undefined && Number(bits) === 0) {
      return (
        `trustedProxies contains ${address}, which is every address: any caller could forge ` +
        "X-Forwarded-For and Client-Cert. Name the addresses of your proxies."
      );
    }
  }
  return undefined;
};

const checkChannels = ({ ownChannels, mode }: BankConfiguration): string | undefined => {
  const example = ownChannels.find(({ tokenSha256 = "", certificateSha256 = "" }) =>
    [tokenSha256, certificateSha256].some(isExampleSecret),
  );
  if (example !== undefined && mode === "production") {
    return `ownChannels has "${example.name}" with ${exampleOfDocumentation}.`;
  }
  const open = ownChannels.find(
    ({ tokenSha256, certificateSha256 }) =>
      tokenSha256 === undefined && certificateSha256 === undefined,
  );
  return open === undefined
    ? undefined
    : `ownChannels has "${open.name}" without tokenSha256 and certificateSha256; set one of them.`;
};

const checkBatchTimes = ({ batchTimes }: BankConfiguration): string | undefined => {
  const late = batchTimes.payments.find(({ cutOff, run }) => cutOff > run);
  return late === undefined
    ? undefined
    : `batchTimes has a run at ${late.run}, before its cut-off at ${late.cutOff}.`;
};

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Plain http is allowed for trials on one machine only. */
const checkPublicUrl = ({ publicUrl }: BankConfiguration): string | undefined => {
  const url = URL.parse(publicUrl);
  // Pages link to each other by paths that start at the root.
  if (url === null || url.origin !== publicUrl) {
    return `publicUrl must be a scheme, a host and a port only, not "${publicUrl}".`;
  }
  return url.protocol === "https:" || loopback.has(url.hostname)
    ? undefined
    : `publicUrl must be an https address in production, not "${publicUrl}".`;
};

const checkTrust = (
  { trust, anchors }: BankConfiguration,
  { certificateTrust }: Partial<BankPorts>,
): string | undefined => {
  if (trust !== "anchors") return `trust must be anchors in production, not ${trust}.`;
  if (certificateTrust !== undefined) {
    return anchors.length === 0
      ? undefined
      : "anchors must be empty, because the port certificateTrust decides which to trust.";
  }
  if (anchors.length === 0) return "anchors is empty, so no TPP's certificate would be trusted.";
  const at = anchors.findIndex((anchor) => anchor?.publicKey === undefined);
  if (at >= 0) return `anchors[${at}] is not a certificate as returned by readCertificatePem.`;
  const other = anchors.findIndex((anchor) => !anchor.isCertificateAuthority);
  return other < 0 ? undefined : `anchors[${other}] is not the certificate of an authority.`;
};
