/** An element of DER: its tag byte, its content, and all of its bytes. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  readonly raw: Buffer;
}

/** Thrown inside this folder only; `readCertificateDer` turns it into a reason. */
export class DerError extends Error {}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

const constructedBit = 0x20;
const nestingLevelsMax = 20;

const byteAt = (bytes: Buffer, offset: number): number => {
  const byte = bytes[offset];
  if (byte === undefined) throw new DerError("ends in the middle of an element");
  return byte;
};

const readLength = (bytes: Buffer, offset: number): { length: number; end: number } => {
  const first = byteAt(bytes, offset);
  if (first < 0x80) return { length: first, end: offset + 1 };
  const count = first & 0x7f;
  if (count === 0) throw new DerError("has an element of indefinite length");
  if (count > 3) throw new DerError("has an element that is too long");
  let length = 0;
  for (let i = 1; i <= count; i++) length = length * 256 + byteAt(bytes, offset + i);
  if (length < 0x80 || length < 256 ** (count - 1)) {
    throw new DerError("has a length that is not in its shortest form");
  }
  return { length, end: offset + 1 + count };
};

const readElementAt = (bytes: Buffer, offset: number): DerElement => {
  const tag = byteAt(bytes, offset);
  if ((tag & 0x1f) === 0x1f) throw new DerError("has a tag number over 30");
  const { length, end } = readLength(bytes, offset + 1);
  if (end + length > bytes.length) throw new DerError("ends in the middle of an element");
  return {
    tag,
    content: bytes.subarray(end, end + length),
    raw: bytes.subarray(offset, end + length),
  };
};

/** Reads a single element and throws if bytes follow it. */
export const readDer = (bytes: Buffer): DerElement => {
  const element = readElementAt(bytes, 0);
  if (element.raw.length !== bytes.length) throw new DerError("has bytes after its end");
  return element;
};

/** Reads the elements inside a SEQUENCE, SET or explicit tag. */
export const readDerChildren = (parent: DerElement): DerElement[] => {
  const children: DerElement[] = [];
  for (let offset = 0; offset < parent.content.length; ) {
    const child = readElementAt(parent.content, offset);
    children.push(child);
    offset += child.raw.length;
  }
  return children;
};

/**
 * Checks the nesting of the whole tree before any other parser reads it, so that a certificate made
 * of thousands of nested sequences costs nothing more.
 */
export const assertShallowDer = (root: DerElement): void => {
  const waiting: { element: DerElement; level: number }[] = [{ element: root, level: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ((next.element.tag & constructedBit) === 0) continue;
    if (next.level > nestingLevelsMax) throw new DerError("is nested too deeply");
    for (const element of readDerChildren(next.element)) {
      waiting.push({ element, level: next.level + 1 });
    }
  }
};

export const expectTag = (element: DerElement | undefined, tag: number): DerElement => {
  if (element === undefined) throw new DerError(`lacks ${showTag(tag)}`);
  if (element.tag !== tag) {
    throw new DerError(`has ${showTag(element.tag)} in place of ${showTag(tag)}`);
  }
  return element;
};

const showTag = (tag: number): string => {
  const [name] = Object.entries(derTags).find(([, known]) => known === tag) ?? [];
  return name === undefined ? `an element with tag ${tag}` : `a DER ${name}`;
};

/** Reads a part of a certificate and names it in the error, because a tag alone says nothing. */
export const readPart = <T>(part: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) throw new DerError(`${error.message}, in its ${part}`);
    throw error;
  }
};

/** Longer than any that is registered; numbers of any size take time that grows with the square. */
const oidBytesMax = 128;

/** Formats the content of an object identifier in dotted form. */
export const readOid = (element: DerElement | undefined): string => {
  const { content } = expectTag(element, derTags.oid);
  if (content.length > oidBytesMax) throw new DerError("has an object identifier that is too long");
  const arcs: bigint[] = [];
  let arc = 0n;
  let open = true;
  for (const byte of content) {
    if (open && byte === 0x80 && arc === 0n) throw new DerError("has a padded object identifier");
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    open = (byte & 0x80) === 0;
    if (open) {
      arcs.push(arc);
      arc = 0n;
    }
  }
  const [first, ...rest] = arcs;
  if (first === undefined || !open) throw new DerError("has a malformed object identifier");
  const top = first < 80n ? first / 40n : 2n;
  return [top, first - top * 40n, ...rest].join(".");
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads the text of any X.509 string type; returns undefined for other types. */
export const readText = (element: DerElement): string | undefined => {
  const { tag, content } = element;
  switch (tag) {
    case derTags.utf8String:
      try {
        return utf8.decode(content);
      } catch {
        throw new DerError("has a text that is not UTF-8");
      }
    case derTags.printableString:
    case derTags.ia5String:
    case derTags.teletexString:
      return content.toString("latin1");
    case derTags.bmpString:
      if (content.length % 2 !== 0) throw new DerError("has a malformed text");
      return Buffer.from(content).swap16().toString("utf16le");
    default:
      return undefined;
  }
};

const timePattern = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/** Reads a UTCTime or GeneralizedTime in the form of RFC 5280 into epoch milliseconds. */
export const readTime = (element: DerElement | undefined): number => {
  if (element?.tag !== derTags.utcTime && element?.tag !== derTags.generalizedTime) {
    throw new DerError("has no time where one is expected");
  }
  const match = timePattern.exec(element.content.toString("latin1"));
  const year = match?.[1];
  if (!match || year?.length !== (element.tag === derTags.utcTime ? 2 : 4)) {
    throw new DerError("has a malformed time");
  }
  const century = year.length === 4 ? 0 : Number(year) < 50 ? 2000 : 1900;
  const [month, day, hour, minute, second] = match.slice(2).map(Number);
  const ms = Date.UTC(century + Number(year), (month ?? 0) - 1, day, hour, minute, second);
  if (Number.isNaN(ms)) throw new DerError("has a malformed time");
  return ms;
};
