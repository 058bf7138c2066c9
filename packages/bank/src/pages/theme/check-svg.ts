/** The size of an image, in any unit. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const drawing =
  "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan " +
  "linearGradient radialGradient stop clipPath mask";
/** Elements that draw something by themselves: no scripts, styles, links or other documents. */
const allowedElements = new Set(drawing.split(" "));

const attributePattern = /\s+([\w:.-]+)\s*=\s*("[^"<]*"|'[^'<]*')/g;
/** A comment, the declaration, a tag, text; a "<" alone is anything else, such as a DOCTYPE. */
const tokenPattern =
  /<!--[\s\S]*?-->|<\?xml\s[^<>]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;

/** Returns the size of a safe SVG image, or says what is wrong with it. */
export const checkSvg = (text: string): ImageSize | string => {
  const open: string[] = [];
  let size: ImageSize | string | undefined;
  for (const [token, closing, name, attributes = "", selfClosing] of text.matchAll(tokenPattern)) {
    if (token === "<") return "contains markup that is not an element of SVG, such as a DOCTYPE";
    if (name === undefined) continue;
    if (closing === "/") {
      if (open.pop() !== name) return `is not well-formed at </${name}>`;
      continue;
    }
    if (!allowedElements.has(name)) return `contains the element <${name}>, which is not allowed`;
    const fields = readAttributes(attributes);
    const fault = findAttributeFault(fields);
    if (fault !== undefined) return fault;
    if (size === undefined) size = name === "svg" ? readSize(fields) : "does not start with <svg>";
    else if (open.length === 0) return "has more than one root element";
    if (typeof size === "string") return size;
    if (selfClosing !== "/") open.push(name);
  }
  if (open.length > 0) return `is not well-formed: <${open.at(-1)}> is not closed`;
  return size ?? "is neither SVG nor PNG";
};

type Attributes = ReadonlyMap<string, string>;

const readAttributes = (text: string): Attributes =>
  new Map(
    [...text.matchAll(attributePattern)].map(([, name = "", value = ""]) => [
      name,
      value.slice(1, -1),
    ]),
  );

const findAttributeFault = (attributes: Attributes): string | undefined => {
  for (const [name, value] of attributes) {
    if (/^on/i.test(name)) return `contains a script in the attribute ${name}`;
    if (name === "style") return "uses the attribute style; write fill and the like as attributes";
    if (/(^|:)href$/.test(name) && !value.startsWith("#")) return "refers to another file in href";
    if (/url\(\s*(?!["']?#)/i.test(value)) return `refers to another file in ${name}`;
  }
  return undefined;
};

const namespace = "http://www.w3.org/2000/svg";

const readSize = (attributes: Attributes): ImageSize | string => {
  if (attributes.get("xmlns") !== namespace) return `needs xmlns="${namespace}"`;
  const box = (attributes.get("viewBox") ?? "").trim().split(/[\s,]+/);
  const [width, height] = box.slice(2).map(Number);
  const isBox = box.length === 4 && Number(width) > 0 && Number(height) > 0;
  return isBox ? { width: Number(width), height: Number(height) } : "needs a viewBox with a size";
};
