import type { CertificateUse } from "@varde/bank";
import { listNamespace } from "./verify-list.ts";
import { find as findIn, readText, TrustedListRefused, type XmlElement } from "./xml.ts";

/** An authority of a trusted list that issues qualified certificates at present. */
export interface ListedAuthority {
  readonly der: Uint8Array;
  readonly uses: readonly CertificateUse[];
  /** Addresses of the provider's services for the status of certificates. */
  readonly ocsp: readonly string[];
  readonly crl: readonly string[];
}

export interface TrustedList {
  /** When the list expires, in epoch milliseconds. */
  readonly nextUpdate: number;
  readonly authorities: readonly ListedAuthority[];
}

interface ListedService {
  readonly type: string;
  readonly uses: readonly CertificateUse[];
  readonly certificates: readonly Uint8Array[];
  readonly addresses: readonly string[];
}

const granted = "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted";
const serviceTypes = {
  authority: "http://uri.etsi.org/TrstSvc/Svctype/CA/QC",
  ocsp: "http://uri.etsi.org/TrstSvc/Svctype/Certstatus/OCSP/QC",
  crl: "http://uri.etsi.org/TrstSvc/Svctype/Certstatus/CRL/QC",
} as const;
const useByInformation: Readonly<Record<string, CertificateUse>> = {
  "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals": "seal",
  "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForWebSiteAuthentication": "website",
};

/**
 * Reads the authorities of a verified list in the form of ETSI TS 119 612. Only services of the
 * right type whose status is granted count, and an authority only for the uses it is listed for.
 */
export const readList = (list: XmlElement, at: number): TrustedList => {
  const nextUpdate = Date.parse(
    texts(list, "SchemeInformation", "NextUpdate", "dateTime")[0] ?? "",
  );
  if (Number.isNaN(nextUpdate)) throw new TrustedListRefused("The list has no NextUpdate.");
  const providers = find(list, "TrustServiceProviderList", "TrustServiceProvider");
  return { nextUpdate, authorities: providers.flatMap((each) => readProvider(each, at)) };
};

const readProvider = (provider: XmlElement, at: number): readonly ListedAuthority[] => {
  const services = find(provider, "TSPServices", "TSPService", "ServiceInformation")
    .filter((each) => isGranted(each, at))
    .map(readService);
  const addresses = (type: string) =>
    services.filter((each) => each.type === type).flatMap((each) => each.addresses);
  const ocsp = addresses(serviceTypes.ocsp);
  const crl = addresses(serviceTypes.crl);
  return services
    .filter(({ type, uses }) => type === serviceTypes.authority && uses.length > 0)
    .flatMap(({ certificates, uses }) => certificates.map((der) => ({ der, uses, ocsp, crl })));
};

const isGranted = (service: XmlElement, at: number): boolean =>
  texts(service, "ServiceStatus")[0] === granted &&
  Date.parse(texts(service, "StatusStartingTime")[0] ?? "") <= at;

const readService = (service: XmlElement): ListedService => ({
  type: texts(service, "ServiceTypeIdentifier")[0] ?? "",
  uses: texts(
    service,
    "ServiceInformationExtensions",
    "Extension",
    "AdditionalServiceInformation",
    "URI",
  ).flatMap((uri) => useByInformation[uri] ?? []),
  certificates: texts(service, "ServiceDigitalIdentity", "DigitalId", "X509Certificate").map(
    (base64) => Uint8Array.from(Buffer.from(base64, "base64")),
  ),
  addresses: texts(service, "ServiceSupplyPoints", "ServiceSupplyPoint"),
});

const find = (from: XmlElement, ...path: readonly string[]): readonly XmlElement[] =>
  findIn(from, listNamespace, ...path);

const texts = (from: XmlElement, ...path: readonly string[]): readonly string[] =>
  find(from, ...path).map(readText);
