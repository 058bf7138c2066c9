import { exampleOfDocumentation, isExampleSecret } from "@varde/bank";
import { listEntries } from "@varde/protocol";
import type { ServerSettings } from "./load-server-settings.ts";
import { serverSettings } from "./server-settings.ts";

/** A setting that does not fit the others, or is dangerous, and a sentence about it. */
export type SettingFault = readonly [name: string, sentence: string];

/** Yields the faults that the schema of a single setting cannot find. */
export function* findSettingFaults(settings: ServerSettings): Generator<SettingFault> {
  yield* findTimeoutFaults(settings);
  yield* findRevocationFaults(settings);
  yield* findExampleSecrets(settings);
}

function* findTimeoutFaults(settings: ServerSettings): Generator<SettingFault> {
  const { "coreBank.url": url, "coreBank.timeoutMs": timeoutMs, portTimeoutMs } = settings;
  if (url === undefined || timeoutMs < portTimeoutMs) return;
  const name = "coreBank.timeoutMs";
  yield [
    name,
    `${name} is ${timeoutMs}, but the bank itself waits for ${portTimeoutMs} (portTimeoutMs): ` +
      "its late responses would be ignored. Make it shorter than portTimeoutMs.",
  ];
}

function* findRevocationFaults(settings: ServerSettings): Generator<SettingFault> {
  const {
    "certificates.authorities": authorities,
    "certificates.statusSources": sources,
    "certificates.whenUnavailable": whenUnavailable,
  } = settings;
  const name = "certificates.statusSources";
  for (const { issuer, ocsp = [], crl = [] } of sources) {
    if (ocsp.length + crl.length > 0) continue;
    yield [name, `${name} has "${issuer}" without an address; give ocsp or crl.`];
  }
  if (authorities === undefined || sources.length > 0 || whenUnavailable === "accept") return;
  yield [
    "certificates",
    `${name} is missing: no certificate of certificates.authorities could be checked for ` +
      "revocation, and every TPP would be refused. Name the OCSP or CRL addresses of each " +
      "authority; certificates.whenUnavailable: accept trusts certificates without a check.",
  ];
}

/** Secrets that are in our documentation are known to everybody. */
function* findExampleSecrets(settings: ServerSettings): Generator<SettingFault> {
  for (const [name, { isSecret }] of listEntries(serverSettings)) {
    const value = settings[name];
    if (!isSecret || typeof value !== "string") continue;
    const password = URL.canParse(value) ? decodeURIComponent(new URL(value).password) : "";
    if (isExampleSecret(value)) yield [name, `${name} is ${exampleOfDocumentation}.`];
    else if (password !== "" && isExampleSecret(password)) {
      yield [name, `${name} has a password that is ${exampleOfDocumentation}.`];
    }
  }
}
