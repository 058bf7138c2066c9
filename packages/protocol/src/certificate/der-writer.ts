import { derTags } from "./der-reader.ts";

const encodeLength = (size: number): Buffer => {
  if (size < 0x80) return Buffer.from([size]);
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
};

/** Encodes one element of DER from its tag byte and content. */
export const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body]);
};

export const derSequence = (...items: readonly Uint8Array[]): Buffer =>
  der(derTags.sequence, ...items);

export const derSet = (...items: readonly Uint8Array[]): Buffer => der(derTags.set, ...items);

export const derBoolean = (value: boolean): Buffer =>
  der(derTags.boolean, Buffer.from([value ? 0xff : 0]));

/** Encodes a non-negative INTEGER. */
export const derInteger = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  const isNegativeLooking = (bytes[0] ?? 0) >= 0x80;
  return der(derTags.integer, isNegativeLooking ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
};

export const derOid = (dotted: string): Buffer => {
  const [top = 0n, second = 0n, ...rest] = dotted.split(".").map(BigInt);
  const bytes: number[] = [];
  for (const arc of [top * 40n + second, ...rest]) {
    const septets = [Number(arc & 0x7fn)];
    for (let high = arc >> 7n; high > 0n; high >>= 7n) septets.unshift(Number(high & 0x7fn) | 0x80);
    bytes.push(...septets);
  }
  return der(derTags.oid, Buffer.from(bytes));
};

export const derUtf8String = (text: string): Buffer => der(derTags.utf8String, Buffer.from(text));

export const derPrintableString = (text: string): Buffer =>
  der(derTags.printableString, Buffer.from(text, "latin1"));

export const derOctetString = (content: Uint8Array): Buffer => der(derTags.octetString, content);

export const derBitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  der(derTags.bitString, Buffer.of(unusedBits), content);

/** Encodes an explicit `[number]` tag. */
export const derExplicit = (number: number, content: Uint8Array): Buffer =>
  der(0xa0 | number, content);

/** Encodes a UTCTime until 2049 and a GeneralizedTime after, as RFC 5280 requires. */
export const derTime = (ms: number): Buffer => {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  const isLate = new Date(ms).getUTCFullYear() >= 2050;
  return isLate
    ? der(derTags.generalizedTime, Buffer.from(digits))
    : der(derTags.utcTime, Buffer.from(digits.slice(2)));
};
