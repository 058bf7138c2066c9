import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pemBody } from "../tpp/test-authority.ts";
import type { OpensslAuthority } from "./openssl-authority.ts";

const etsi = "http://uri.etsi.org";
const xades = `${etsi}/01903/v1.3.2#`;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/** A service in a trusted list. */
export interface ListedService {
  /** The end of the address of its type. */
  readonly type: "CA/QC" | "CA/PKC" | "Certstatus/OCSP/QC" | "Certstatus/CRL/QC";
  readonly certificatePem: string;
  readonly status?: "granted" | "withdrawn";
  readonly since?: string;
  readonly uses?: readonly ("ForeSeals" | "ForeSignatures" | "ForWebSiteAuthentication")[];
  readonly address?: string;
}

/** How a list differs from a valid one. */
export interface ListWish {
  readonly nextUpdate?: string;
  readonly method?: string;
  /** Name of the signer's files in the folder of the authority. */
  readonly signer?: string;
  readonly signingTime?: string;
  /** Certificate (PEM) that the signed properties name; that of the signer by default. */
  readonly namedPem?: string;
  readonly digestMethod?: string;
  readonly hasProperties?: boolean;
  /** Leaves the properties outside the signature. */
  readonly signsProperties?: boolean;
}

export const formatService = ({
  type,
  certificatePem,
  status = "granted",
  since = "2020-01-01T00:00:00Z",
  uses = [],
  address,
}: ListedService): string => `<TSPService><ServiceInformation>
<ServiceTypeIdentifier>${etsi}/TrstSvc/Svctype/${type}</ServiceTypeIdentifier>
<ServiceDigitalIdentity><DigitalId><X509Certificate>${pemBody(certificatePem)}</X509Certificate>
</DigitalId></ServiceDigitalIdentity>
<ServiceStatus>${etsi}/TrstSvc/TrustedList/Svcstatus/${status}</ServiceStatus>
<StatusStartingTime>${since}</StatusStartingTime>
<ServiceInformationExtensions>${uses.map(formatUse).join("")}</ServiceInformationExtensions>
${address === undefined ? "" : formatAddress(address)}</ServiceInformation></TSPService>`;

const formatUse = (use: string) => `<Extension Critical="true"><AdditionalServiceInformation>
<URI>${etsi}/TrstSvc/TrustedList/SvcInfoExt/${use}</URI>
</AdditionalServiceInformation></Extension>`;

const formatAddress = (url: string) =>
  `<ServiceSupplyPoints><ServiceSupplyPoint>${url}</ServiceSupplyPoint></ServiceSupplyPoints>`;

/** Makes the key and certificate of a body that signs lists, in the folder of the authority. */
export const makeListSigner = ({ path }: OpensslAuthority, name: string): void => {
  const words = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", `/CN=${name}`];
  const files = ["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)];
  execFileSync("openssl", ["req", ...words, ...files], { stdio: "pipe" });
};

/** Signs a trusted list (ETSI TS 119 612) with a XAdES signature, made by xmlsec1. */
export const signList = (
  services: readonly ListedService[],
  pki: OpensslAuthority,
  wish: ListWish = {},
): Buffer => {
  const { signer = "signer" } = wish;
  const [template, signed] = [pki.path("template.xml"), pki.path("signed.xml")];
  writeFileSync(template, formatTemplate(services, pki.pem(signer), wish));
  const ids = ["--id-attr:Id", `${xades}:SignedProperties`];
  const words = ["--sign", ...ids, "--privkey-pem", pki.path(`${signer}.key`)];
  execFileSync("xmlsec1", [...words, "--output", signed, template], { stdio: "pipe" });
  return readFileSync(signed);
};

const formatTemplate = (
  services: readonly ListedService[],
  signerPem: string,
  { nextUpdate = "2040-01-01T00:00:00Z", method = rsaSha256, ...wish }: ListWish,
): string => {
  const { hasProperties = true, signsProperties = hasProperties } = wish;
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="${etsi}/02231/v2#" Id="list">
<SchemeInformation><NextUpdate><dateTime>${nextUpdate}</dateTime></NextUpdate></SchemeInformation>
<TrustServiceProviderList><TrustServiceProvider><TSPServices>
${services.map(formatService).join("\n")}
</TSPServices></TrustServiceProvider></TrustServiceProviderList>
<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>
<ds:CanonicalizationMethod Algorithm="${exclusive}"/>
<ds:SignatureMethod Algorithm="${method}"/>
<ds:Reference URI=""><ds:Transforms>
<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
<ds:Transform Algorithm="${exclusive}"/></ds:Transforms>
<ds:DigestMethod Algorithm="${sha256}"/><ds:DigestValue/></ds:Reference>
${signsProperties ? propertiesReference : ""}</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo/>
${hasProperties ? formatProperties(signerPem, wish) : ""}</ds:Signature>
</TrustServiceStatusList>`;
};

const propertiesReference = `<ds:Reference Type="${etsi}/01903#SignedProperties" URI="#properties">
<ds:Transforms><ds:Transform Algorithm="${exclusive}"/></ds:Transforms>
<ds:DigestMethod Algorithm="${sha256}"/><ds:DigestValue/></ds:Reference>
`;

const formatProperties = (signerPem: string, wish: ListWish): string => {
  const { namedPem = signerPem, digestMethod = sha256 } = wish;
  const { signingTime = new Date().toISOString() } = wish;
  const hash = digestMethod.slice(digestMethod.indexOf("#") + 1);
  const digest = createHash(hash)
    .update(Buffer.from(pemBody(namedPem), "base64"))
    .digest("base64");
  return `<ds:Object><xades:QualifyingProperties xmlns:xades="${xades}" Target="#signature">
<xades:SignedProperties Id="properties"><xades:SignedSignatureProperties>
<xades:SigningTime>${signingTime}</xades:SigningTime>
<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>
<ds:DigestMethod Algorithm="${digestMethod}"/><ds:DigestValue>${digest}</ds:DigestValue>
</xades:CertDigest></xades:Cert></xades:SigningCertificateV2>
</xades:SignedSignatureProperties></xades:SignedProperties>
</xades:QualifyingProperties></ds:Object>`;
};
