const partForm = 'keyId="…",algorithm="…",headers="…",signature="…"';

/** Mistakes in a Signature header that cannot be parsed; each continues "The Signature header ". */
const malformed: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^Signature\s/i, 'starts with "Signature ", which belongs into an Authorization header'],
  [/^(?:Bearer|Basic|Digest)\s/i, "has the scheme of an Authorization header"],
  [/keyId%3D/i, "is percent-encoded"],
  [/^[\w-]+=:[\w+/=]*:$/, "is in the form of RFC 9421, with a name and colons"],
  [/^\s*\{/, "is JSON"],
  [/^[\w-]{8,}\.[\w-]*\.[\w-]{8,}$/, "is a JSON Web Signature"],
  [/^[\w+/-]{80,}={0,2}$/, "is the bare signature without the other parts"],
  [/\w=\\"/, "has backslashes before the quotes"],
  [/\w='/, "has single quotes around the values; use double quotes"],
  [/\w=[\u201c\u201d\u201e\u00ab]/, "has typographic quotes; use plain double quotes"],
  [/keyId=[^"]/i, "has values without quotes"],
  [/";\s*\w+="/, "has semicolons between its parts; use commas"],
  [/"\s+\w+="/, "has blanks between its parts; use commas"],
  [/"&\w+="/, "has & between its parts; use commas"],
  [/\w\s*:\s*"/, "has colons after the names of its parts; use ="],
];

/** Explains a Signature header that cannot be parsed, or returns undefined. */
export const diagnoseSignatureHeader = (text: string): string | undefined => {
  const [, what] = malformed.find(([pattern]) => pattern.test(text)) ?? [];
  return what && `${what}; the right form is ${partForm}`;
};

/** Mistakes in how the signature part is written; each continues "has a signature part that ". */
const encodings: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/%[0-9a-f]{2}/i, "is percent-encoded; send the base64 itself"],
  [/\s/, "is folded or has blanks; send the base64 in one piece"],
  [/^[A-Za-z0-9]*[-_][\w-]*=*$/, "is in base64url; replace - by + and _ by /, and pad it with ="],
  [/^[0-9a-f:]+$/i, "is hexadecimal; send base64"],
  [/^[A-Za-z0-9+/]+$/, "lacks the = signs at its end; send base64 with its padding"],
];

/** Explains a signature part that is not canonical base64, or returns undefined. */
export const diagnoseSignaturePart = (text: string): string | undefined =>
  encodings.find(([pattern]) => pattern.test(text))?.[1];
