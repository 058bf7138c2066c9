/** A form that a bank accepts although the interface asks for another one. */
export interface ToleratedForm {
  /** The header or field that has this form. */
  readonly where: string;
  /** The form that the interface asks for. */
  readonly asks: string;
  /** The form that is accepted instead. */
  readonly accepts: string;
  /** True if a bank in production refuses this form. */
  readonly isSandboxOnly?: true;
}

const issuer = { where: "Signature", asks: "the issuer in keyId in RFC 2253 form" } as const;
const serial = { where: "Signature", asks: "SN in upper-case hexadecimal digits" } as const;
const imfFixdate = { where: "Date", asks: "a date like Sun, 05 Jan 2014 21:31:40 GMT" } as const;

/**
 * Every form that is accepted although the interface asks for another one. Warnings, refusals of a
 * strict bank, `varde explain`, the reference page and the tests follow from this table.
 */
export const toleratedForms = {
  "serial-lower-case": { ...serial, accepts: "lower-case digits" },
  "serial-colons": { ...serial, accepts: "colons between the digits" },
  "serial-0x": { ...serial, accepts: "0x before the digits" },
  "serial-leading-zeros": { ...serial, accepts: "leading zeros" },
  "key-id-blanks": {
    where: "Signature",
    asks: "SN=…,CA=… without blanks around the serial number",
    accepts: "blanks there",
  },
  "issuer-order": { ...issuer, accepts: "its attributes in another order" },
  "issuer-subset": { ...issuer, accepts: "some of its attributes, including CN" },
  "issuer-names": { ...issuer, accepts: "other names of attributes, such as S for ST" },
  "issuer-blanks": { ...issuer, accepts: "blanks around separators" },
  "issuer-rfc-1779": { ...issuer, accepts: "semicolons as separators, or values in quotes" },
  "issuer-spelling": { ...issuer, accepts: "values with other letter case or spacing" },
  "issuer-percent-encoded": { ...issuer, accepts: "percent-encoding" },
  "parts-order": {
    where: "Signature",
    asks: "the parts keyId, algorithm, headers, signature in this order",
    accepts: "another order",
  },
  "parts-blanks": {
    where: "Signature",
    asks: "parts that are joined by a comma alone",
    accepts: "blanks at the comma",
  },
  "parts-unknown": {
    where: "Signature",
    asks: "the parts keyId, algorithm, headers and signature only",
    accepts: "further parts, which are ignored",
  },
  "algorithm-name": {
    where: "Signature",
    asks: "the algorithm rsa-sha256",
    accepts: "RSA-SHA256, SHA256withRSA and the like",
  },
  "rsa-sha512": {
    where: "Signature",
    asks: "the algorithm rsa-sha256",
    accepts: "rsa-sha512",
  },
  "signature-raw-bytes": {
    where: "Signature",
    asks: "RFC 2047 for a header with non-ASCII characters",
    accepts: "the characters as raw bytes",
  },
  "signature-needless-rfc-2047": {
    where: "Signature",
    asks: "a plain header if all characters are ASCII",
    accepts: "RFC 2047 around ASCII characters",
  },
  "certificate-pem": {
    where: "TPP-Signature-Certificate",
    asks: "base64 of the DER",
    accepts: "base64 of a PEM file",
  },
  "qc-statements-bare": {
    where: "TPP-Signature-Certificate",
    asks: "an extension qcStatements (1.3.6.1.5.5.7.1.3) whose statements are inside a SEQUENCE",
    accepts: "statements without the SEQUENCE around them",
    isSandboxOnly: true,
  },
  "date-one-digit-day": { ...imfFixdate, accepts: "a day of one digit" },
  "date-numeric-zone": { ...imfFixdate, accepts: "a numeric zone instead of GMT" },
  "digest-token-case": {
    where: "Digest",
    asks: "SHA-256 or SHA-512 in capital letters",
    accepts: "other letter case",
  },
  "boolean-case": {
    where: "booleans in headers and queries",
    asks: "true or false",
    accepts: "other letter case, such as True",
  },
  preceeding: {
    where: "/executionRule",
    asks: "preceding",
    accepts: "the misspelling preceeding",
  },
} as const satisfies Readonly<Record<string, ToleratedForm>>;

export type ToleratedFormId = keyof typeof toleratedForms;

/** A tolerated form in a request. */
export interface Tolerance {
  readonly form: ToleratedFormId;
  /** The right form of the value, if it is known. */
  readonly send?: string;
}

/**
 * Describes a tolerated form: what was sent, what the interface asks for and what to send.
 *
 * @example
 * describeTolerance({ form: "date-one-digit-day" });
 * // "Date: a day of one digit; the interface asks for a date like Sun, 05 Jan 2014 21:31:40 GMT."
 */
export const describeTolerance = ({ form, send }: Tolerance): string => {
  const { where, accepts, asks } = toleratedForms[form];
  const right = send === undefined ? "" : `: ${send}`;
  return `${where}: ${accepts}; the interface asks for ${asks}${right}.`;
};
