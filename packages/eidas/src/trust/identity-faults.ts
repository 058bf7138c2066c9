import { attributeOids, type Certificate, findAttribute } from "@varde/protocol";

/** `PSD`, the country, the authority and its number for the TPP (ETSI TS 119 495). */
const identifierPattern = /^PSD([A-Z]{2})-([A-Z]{2,8})-.+$/;

/**
 * Returns why a certificate cannot belong to a TPP: it is not a qualified one, or its authority,
 * country and organizationIdentifier disagree. The reason continues "the certificate".
 */
export const findIdentityFault = (certificate: Certificate): string | undefined => {
  const { organizationIdentifier = "", ncaId, subject } = certificate;
  if (certificate.hasQcCompliance !== true) return "has no statement that it is qualified";
  if (ncaId === undefined) return "has no PSD2 statement";
  const [, country, authority] = identifierPattern.exec(organizationIdentifier) ?? [];
  if (country === undefined) {
    return `has the organizationIdentifier "${organizationIdentifier}", which is not one of PSD2`;
  }
  if (ncaId !== `${country}-${authority}`) {
    return `names the authority ${ncaId}, but is registered with ${country}-${authority}`;
  }
  const written = findAttribute(subject, attributeOids.country);
  return written === country
    ? undefined
    : `has the country ${written ?? "(none)"}, but is registered in ${country}`;
};
