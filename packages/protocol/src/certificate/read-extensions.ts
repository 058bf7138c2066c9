import { type Certificate, type KeyUsage, keyUsages } from "./certificate.ts";
import {
  type DerElement,
  DerError,
  derTags,
  expectTag,
  readDer,
  readDerChildren,
  readOid,
  readPart,
} from "./der-reader.ts";
import { readQcStatements } from "./qc-statements.ts";

export const extensionOids = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  qcStatements: "1.3.6.1.5.5.7.1.3",
} as const;

const extensionNames = Object.keys(extensionOids) as (keyof typeof extensionOids)[];

/** The facts of a certificate that are read from its extensions. */
export type ExtensionFacts = Partial<
  Pick<
    Certificate,
    | "roles"
    | "ncaName"
    | "ncaId"
    | "qcType"
    | "hasQcCompliance"
    | "hasBareQcStatements"
    | "isCertificateAuthority"
    | "pathLengthMax"
    | "keyUsages"
  >
>;

const readKeyUsages = (value: Buffer): ExtensionFacts => {
  const { content } = expectTag(readDer(value), derTags.bitString);
  const isSet = (bit: number): boolean =>
    (((content[1 + (bit >> 3)] ?? 0) << (bit & 7)) & 0x80) !== 0;
  return { keyUsages: keyUsages.filter((_usage: KeyUsage, bit) => isSet(bit)) };
};

const readBasicConstraints = (value: Buffer): ExtensionFacts => {
  const items = readDerChildren(expectTag(readDer(value), derTags.sequence));
  const isCertificateAuthority = items[0]?.tag === derTags.boolean && items[0].content[0] === 0xff;
  const length = items.find((item) => item.tag === derTags.integer)?.content;
  if (length === undefined) return { isCertificateAuthority };
  if (length.length !== 1) throw new DerError("has a path length that is out of range");
  return { isCertificateAuthority, pathLengthMax: length.readUInt8(0) };
};

const readers: Readonly<Record<string, (value: Buffer) => ExtensionFacts>> = {
  [extensionOids.keyUsage]: readKeyUsages,
  [extensionOids.basicConstraints]: readBasicConstraints,
  [extensionOids.qcStatements]: readQcStatements,
};

/** Extensions that do not affect whether a seal may sign a request. */
const ignored: readonly string[] = [
  extensionOids.subjectKeyIdentifier,
  extensionOids.subjectAltName,
  extensionOids.authorityKeyIdentifier,
  extensionOids.extendedKeyUsage,
  "2.5.29.32",
];

/** Reads the `[3]` element of a certificate; addresses of CRLs and OCSP are ignored. */
export const readExtensions = (
  wrapper: DerElement | undefined,
): { facts: ExtensionFacts; unknownCritical: readonly string[] } => {
  if (wrapper === undefined) return { facts: {}, unknownCritical: [] };
  let facts: ExtensionFacts = {};
  const oids = new Set<string>();
  const unknownCritical: string[] = [];
  const list = expectTag(readDerChildren(wrapper)[0], derTags.sequence);
  for (const extension of readDerChildren(list)) {
    const [id, ...rest] = readDerChildren(expectTag(extension, derTags.sequence));
    const oid = readOid(id);
    if (oids.has(oid)) throw new DerError(`has the extension ${oid} twice`);
    oids.add(oid);
    const isCritical = rest[0]?.tag === derTags.boolean && rest[0].content[0] !== 0;
    const { content } = expectTag(rest.at(-1), derTags.octetString);
    const read = readers[oid];
    if (read) {
      const name = extensionNames.find((each) => extensionOids[each] === oid);
      facts = { ...facts, ...readPart(`extension ${name} (${oid})`, () => read(content)) };
    } else if (isCritical && !ignored.includes(oid)) unknownCritical.push(oid);
  }
  return { facts, unknownCritical };
};
