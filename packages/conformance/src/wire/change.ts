import { isRecord } from "@varde/protocol";
import type { BankClock } from "./bank-clock.ts";

/** A header's new value: fixed, computed from the right one, or undefined to leave it out. */
export type HeaderChange = string | undefined | ((right: string | undefined) => string | undefined);

/** The parts of a Signature header before they are written. */
export interface SignatureParts {
  readonly keyId: string;
  readonly algorithm: string;
  readonly headers: readonly string[];
  readonly signature: string;
}

/**
 * How a request differs from a correct one. Everything that is not named is done correctly, so that
 * a row of a check states one fault and nothing else.
 */
export interface Change {
  /** Fields of the body by JSON pointer; undefined removes one. They are signed as usual. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Replaces the whole body: a text, or a function of the correct text. */
  readonly text?: string | ((right: string) => string);
  /** Headers before signing, so that the signature covers them as usual. */
  readonly headers?: Readonly<Record<string, HeaderChange>>;
  /** The time of the Date header, in milliseconds of the bank's clock; now, if left out. */
  readonly dateMs?: (clock: BankClock) => number;
  /** Is appended to the path, like "?allowLogicalDuplicate=true". */
  readonly query?: string;
  /** Replaces the path. */
  readonly path?: (right: string) => string;
  /** The Digest header: an algorithm, or "none" to leave it out. */
  readonly digest?: "SHA-256" | "SHA-512" | "none";
  /** Names that are sent but not signed. */
  readonly unsigned?: readonly string[];
  /** Changes the list of signed names, and so the order of the lines. */
  readonly covered?: (right: readonly string[]) => readonly string[];
  /** Changes one line of the signing string, so that something else is signed than is sent. */
  readonly signs?: (signingString: string) => string;
  /** The algorithm that signs, if not rsa-sha256. */
  readonly algorithm?: "rsa-sha512";
  /** Changes the parts of the Signature header after signing. */
  readonly parts?: (right: SignatureParts) => SignatureParts;
  /** Writes the Signature header in another form; the right form comes in. */
  readonly signature?: (right: string) => string;
  /** The signer and its certificate, if not the TPP of the configuration. */
  readonly signer?: SignerName;
  /** The TLS connection: without a certificate of the TPP, or with one of somebody else. */
  readonly connection?: "without-certificate" | "other-certificate";
  /** Headers after signing. */
  readonly sentHeaders?: Readonly<Record<string, HeaderChange>>;
  /** Leaves out Host, which HTTP itself asks for. */
  readonly hasNoHost?: true;
  /** A header that is sent twice, with the same value. */
  readonly sentTwice?: string;
  /** The body after signing. */
  readonly sentText?: (signed: string) => string;
}

/**
 * Signers besides the TPP of the configuration: its second certificate; the TPP's certificate with
 * another key; certificates that the kit makes itself.
 */
export type SignerName =
  | "second"
  | "other-key"
  | "self-made"
  | "self-made-1024-bit"
  | "self-made-other-role"
  | "self-made-æøå"
  | "self-made-expired";

/** Returns a copy of a body with fields replaced or removed, by JSON pointer. */
export const changeBody = (body: object, changes: Readonly<Record<string, unknown>>): object => {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const [pointer, value] of Object.entries(changes)) {
    const steps = pointer.slice(1).split("/");
    const last = steps.pop() ?? "";
    let parent: Record<string, unknown> = copy;
    for (const step of steps) {
      if (!isRecord(parent[step]) && !Array.isArray(parent[step])) parent[step] = {};
      parent = parent[step] as Record<string, unknown>;
    }
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return copy;
};

/** Returns headers with some replaced or removed, whatever the letter case of their names. */
export const changeHeaders = (
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, HeaderChange>>,
): Record<string, string> => {
  const changed: Record<string, string> = { ...headers };
  for (const [name, change] of Object.entries(changes)) {
    const known = Object.keys(changed).find((each) => each.toLowerCase() === name.toLowerCase());
    const value = typeof change === "function" ? change(changed[known ?? ""]) : change;
    if (known !== undefined) delete changed[known];
    if (value !== undefined) changed[known ?? name] = value;
  }
  return changed;
};
