import type { Mistakes } from "./mistakes.ts";

/** Mistakes in the keyId. */
export const keyIdMistakes: Mistakes = {
  "a serial number of another certificate": [
    { keyId: (right) => right.replace(/SN=[^,]*/, "SN=1234ABCD") },
    /serial number is [0-9A-F]+\./,
  ],
  "an issuer of another name": [
    { keyId: (right) => right.replace(/CA=.*/, "CA=CN=Another CA,O=Varde,C=NO") },
    /has CN=Another CA, which the issuer does not have/,
  ],
  "an issuer with slashes": [
    { keyId: (right) => right.replace(/CA=.*/, "CA=/C=NO/O=Varde/CN=Varde sandbox CA") },
    /written with slashes/,
  ],
  "a serial number in decimal": [
    { keyId: (right) => right.replace(/SN=([^,]*)/, (_, hex) => `SN=${BigInt(`0x${hex}`)}`) },
    /write it in hexadecimal/,
  ],
  "a serial number that is not a number": [
    { keyId: (right) => right.replace(/SN=[^,]*/, "SN=my serial") },
    /has a serial number that is not hexadecimal; expected SN=/,
  ],
  "the subject instead of the issuer": [
    { keyId: (right) => right.replace(/CA=.*/, "CA=CN=Varde test TPP") },
    /names the subject of the certificate|has CN=Varde test TPP/,
  ],
  "no issuer": [{ keyId: (right) => right.replace(/,CA=.*/, "") }, /has no CA after the serial/],
  "no serial number": [{ keyId: (right) => right.replace(/^SN=[^,]*,/, "") }, /has no SN before/],
  "the issuer before the serial number": [
    { keyId: (right) => right.replace(/^(SN=[^,]*),(CA=.*)$/, "$2,$1") },
    /has CA before SN/,
  ],
  "a semicolon": [
    { keyId: (right) => right.replace(",CA=", ";CA=") },
    /semicolon between SN and CA/,
  ],
  "names in lower case": [
    { keyId: (right) => right.replace("SN=", "sn=").replace("CA=", "ca=") },
    /has sn and ca in lower case/,
  ],
  "a fingerprint": [{ keyId: () => "ab".repeat(32) }, /is a fingerprint of the certificate/],
  "a bare serial number": [{ keyId: () => "0A1B2C3D" }, /is a bare serial number/],
  "a bare name": [{ keyId: () => "CN=Varde sandbox CA" }, /is a bare name/],
  "an address": [{ keyId: () => "https://tpp.example/key" }, /is an address/],
  "a name of its own": [{ keyId: () => "my-key" }, /is not of the form "SN=/],
  "an issuer without its CN": [
    { keyId: (right) => right.replace(/CN=[^,]*,/, "") },
    /leaves out the issuer's common name \(CN\)/,
  ],
  "an issuer of another country": [
    { keyId: (right) => right.replace("C=NO", "C=SE") },
    /has C=SE, which the issuer does not have/,
  ],
  "an attribute too many": [
    { keyId: (right) => `${right},OU=More` },
    /has OU=More, which the issuer does not have/,
  ],
  "an unknown attribute": [
    { keyId: (right) => `${right},XX=1` },
    /has the unknown attribute "XX=1"/,
  ],
};
