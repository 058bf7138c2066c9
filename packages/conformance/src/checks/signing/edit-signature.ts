import { decodeRfc2047, encodeRfc2047, isInvalid, requestTargetName } from "@varde/protocol";
import type { Change } from "../../wire/change.ts";

/**
 * Returns a change that edits the parts of the Signature header as they are written, each like
 * `keyId="…"`. A header in RFC 2047 is decoded first and encoded again.
 */
export const editSignature = (edit: (parts: readonly string[]) => readonly string[]): Change => ({
  signature: (right) => {
    const text = decodeRfc2047(right);
    if (isInvalid(text)) throw new TypeError(`the kit's own Signature header ${text.reason}`);
    return encodeRfc2047(edit(splitParts(text)).join(","));
  },
});

/** A signature that also covers (request-target). */
export const coversTarget: Change = {
  covered: (names) => [...new Set([requestTargetName, ...names])],
};

/** Splits at the commas between parts; values may contain commas. */
const splitParts = (text: string): readonly string[] => text.split(/,(?=[a-zA-Z]+=")/);
