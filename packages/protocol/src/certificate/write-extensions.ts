import { createHash, type KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { type KeyUsage, keyUsages } from "./certificate.ts";
import {
  der,
  derBitString,
  derBoolean,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derUtf8String,
} from "./der-writer.ts";
import {
  type Psd2Role,
  psd2RoleOids,
  type QcType,
  qcStatementOids,
  qcTypeOids,
} from "./qc-statements.ts";
import { extensionOids } from "./read-extensions.ts";

const extension = (oid: string, value: Uint8Array, isCritical = false): Buffer =>
  isCritical
    ? derSequence(derOid(oid), derBoolean(true), derOctetString(value))
    : derSequence(derOid(oid), derOctetString(value));

export const basicConstraintsExtension = (isAuthority: boolean, pathLengthMax?: number): Buffer => {
  const items = isAuthority ? [derBoolean(true)] : [];
  if (isAuthority && pathLengthMax !== undefined) items.push(derInteger(BigInt(pathLengthMax)));
  return extension(extensionOids.basicConstraints, derSequence(...items), true);
};

export const keyUsageExtension = (usages: readonly KeyUsage[]): Buffer => {
  const bits = usages.map((usage) => keyUsages.indexOf(usage));
  const last = Math.max(...bits);
  const bytes = Buffer.alloc((last >> 3) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return extension(extensionOids.keyUsage, derBitString(bytes, 7 - (last & 7)), true);
};

/** Encodes the PSD2 statement of ETSI TS 119 495. */
export const psd2StatementDer = (
  roles: readonly Psd2Role[],
  ncaName: string,
  ncaId: string,
): Buffer =>
  derSequence(
    derOid(qcStatementOids.psd2),
    derSequence(
      derSequence(
        ...roles.map((role) => derSequence(derOid(psd2RoleOids[role]), derUtf8String(role))),
      ),
      derUtf8String(ncaName),
      derUtf8String(ncaId),
    ),
  );

export const qcStatementsExtension = (input: {
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string;
  readonly ncaId: string;
  readonly qcType: QcType;
}): Buffer =>
  extension(
    extensionOids.qcStatements,
    derSequence(
      derSequence(derOid(qcStatementOids.qcType), derSequence(derOid(qcTypeOids[input.qcType]))),
      psd2StatementDer(input.roles, input.ncaName, input.ncaId),
    ),
  );

const keyIdentifier = (key: KeyObject): Buffer =>
  createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 20);

export const subjectKeyIdentifierExtension = (key: KeyObject): Buffer =>
  extension(extensionOids.subjectKeyIdentifier, derOctetString(keyIdentifier(key)));

export const authorityKeyIdentifierExtension = (issuerKey: KeyObject): Buffer =>
  extension(extensionOids.authorityKeyIdentifier, derSequence(der(0x80, keyIdentifier(issuerKey))));

const expandIpv6 = (host: string): number[] => {
  const [head = "", tail] = host.split("::");
  const groups = (part: string | undefined): number[] =>
    part ? part.split(":").map((group) => Number.parseInt(group, 16)) : [];
  const front = groups(head);
  const back = groups(tail);
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
};

const generalName = (host: string): Buffer => {
  if (isIP(host) === 4) return der(0x87, Buffer.from(host.split(".").map(Number)));
  if (isIP(host) === 6) {
    return der(0x87, Buffer.from(expandIpv6(host).flatMap((group) => [group >> 8, group & 0xff])));
  }
  return der(0x82, Buffer.from(host, "latin1"));
};

/** Encodes the host names and IP addresses of a server. */
export const subjectAltNameExtension = (hosts: readonly string[]): Buffer =>
  extension(extensionOids.subjectAltName, derSequence(...hosts.map(generalName)));

export const serverAuthExtension = (): Buffer =>
  extension(extensionOids.extendedKeyUsage, derSequence(derOid("1.3.6.1.5.5.7.3.1")));
