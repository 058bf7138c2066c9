import {
  type DerElement,
  derTags,
  expectTag,
  readDer,
  readDerChildren,
  readOid,
  readText,
} from "./der-reader.ts";

export const psd2Roles = ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"] as const;
export type Psd2Role = (typeof psd2Roles)[number];

export const psd2RoleOids = {
  PSP_AS: "0.4.0.19495.1.1",
  PSP_PI: "0.4.0.19495.1.2",
  PSP_AI: "0.4.0.19495.1.3",
  PSP_IC: "0.4.0.19495.1.4",
} as const satisfies Record<Psd2Role, string>;

export const qcTypeOids = {
  esign: "0.4.0.1862.1.6.1",
  eseal: "0.4.0.1862.1.6.2",
  web: "0.4.0.1862.1.6.3",
} as const;
export type QcType = keyof typeof qcTypeOids;

export const qcStatementOids = {
  qcCompliance: "0.4.0.1862.1.1",
  qcType: "0.4.0.1862.1.6",
  psd2: "0.4.0.19495.2",
} as const;

/** The content of the qcStatements extension; each part is absent if its statement is. */
export interface QcStatements {
  readonly roles?: readonly Psd2Role[];
  readonly ncaName?: string;
  readonly ncaId?: string;
  readonly qcType?: QcType;
  /** True if the issuer states that the certificate is qualified. */
  readonly hasQcCompliance?: true;
  readonly hasBareQcStatements?: true;
}

/** Reads roles by their OID and ignores the text next to it, which is only for display. */
const readPsd2Statement = (info: DerElement): QcStatements => {
  const [roleList, ncaName, ncaId] = readDerChildren(expectTag(info, derTags.sequence));
  const oids = readDerChildren(expectTag(roleList, derTags.sequence)).map((role) =>
    readOid(readDerChildren(expectTag(role, derTags.sequence))[0]),
  );
  return {
    roles: psd2Roles.filter((role) => oids.includes(psd2RoleOids[role])),
    ncaName: readText(expectTag(ncaName, derTags.utf8String)) ?? "",
    ncaId: readText(expectTag(ncaId, derTags.utf8String)) ?? "",
  };
};

const readQcType = (info: DerElement): QcStatements => {
  const oids = readDerChildren(expectTag(info, derTags.sequence)).map(readOid);
  const types = Object.keys(qcTypeOids) as QcType[];
  const qcType = types.find((type) => oids.includes(qcTypeOids[type]));
  return qcType === undefined ? {} : { qcType };
};

/**
 * Lists the statements. A widespread generator of test certificates writes them one after the other
 * without the SEQUENCE around them.
 */
const listStatements = (value: Buffer) => {
  const elements = readDerChildren({ tag: derTags.sequence, content: value, raw: value });
  const isStatement = ({ tag, content }: DerElement) =>
    tag === derTags.sequence && content[0] === derTags.oid;
  return elements.length > 0 && elements.every(isStatement)
    ? { list: elements, isBare: true }
    : { list: readDerChildren(expectTag(readDer(value), derTags.sequence)), isBare: false };
};

/** Reads the value of a qcStatements extension (1.3.6.1.5.5.7.1.3). */
export const readQcStatements = (value: Buffer): QcStatements => {
  const { list, isBare } = listStatements(value);
  let statements: QcStatements = isBare ? { hasBareQcStatements: true } : {};
  for (const statement of list) {
    const [id, info] = readDerChildren(expectTag(statement, derTags.sequence));
    const oid = readOid(id);
    if (oid === qcStatementOids.qcCompliance) statements = { ...statements, hasQcCompliance: true };
    if (info === undefined) continue;
    if (oid === qcStatementOids.psd2) statements = { ...statements, ...readPsd2Statement(info) };
    if (oid === qcStatementOids.qcType) statements = { ...statements, ...readQcType(info) };
  }
  return statements;
};
