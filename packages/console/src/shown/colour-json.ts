/** A piece of JSON text, with what it is; `plain` for punctuation and space. */
export interface JsonPiece {
  readonly kind: "key" | "text" | "literal" | "plain";
  readonly text: string;
}

const pieces = /("(?:\\.|[^"\\])*(?:"|\\?$))(:?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/gs;

/** Longer texts are shown without colours, because each piece is an element of the page. */
const colouredMax = 20_000;

/** Splits JSON text into its pieces. Together they are the text, character for character. */
export const colourJson = (json: string): readonly JsonPiece[] => {
  if (json.length > colouredMax) return [{ kind: "plain", text: json }];
  const found: JsonPiece[] = [];
  let at = 0;
  const add = (kind: JsonPiece["kind"], text: string) => {
    if (text !== "") found.push({ kind, text });
    at += text.length;
  };
  for (const { 0: whole, 1: quoted, 2: colon = "", index } of json.matchAll(pieces)) {
    add("plain", json.slice(at, index));
    if (quoted === undefined) add("literal", whole);
    else add(colon === "" ? "text" : "key", quoted);
    add("plain", colon);
  }
  add("plain", json.slice(at));
  return found;
};
