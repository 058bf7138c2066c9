import {
  ConfigurationRefused,
  type FileFields,
  isFields,
  readConfigurationFile,
} from "@varde/bank";
import {
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  YAMLParseError,
} from "yaml";

/**
 * Reads a configuration file in YAML 1.2, of which JSON is a part. Positions in messages are those
 * of the key.
 */
export const readYamlFields = (file: string): FileFields => {
  const lineCounter = new LineCounter();
  // To find repeated keys, the parser would compare each key with all those before it.
  const options = { lineCounter, prettyErrors: false, uniqueKeys: false } as const;
  const text = readConfigurationFile(file).toString();
  refuseDeepNesting(file, text);
  const document = parseDocument(text, { ...options, version: "1.2", schema: "core" });
  const formatPlace = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file} line ${line}, column ${col}: `;
  };
  const faults = [...document.errors, ...document.warnings, ...findRepeatedKeys(document)];
  if (faults.length > 0) {
    const sentences = faults.map(({ pos, message }) => `${formatPlace(pos[0])}${message}.`);
    throw new ConfigurationRefused(sentences.join("\n").replaceAll("..", "."));
  }
  const fields = toFields(file, document);
  return {
    fields,
    placeOf: (path) => {
      const offset = findOffset(document, path);
      return offset === undefined ? `${file}: ` : formatPlace(offset);
    },
  };
};

/** How deep a line may nest lists and mappings. What is nested by indentation needs many lines. */
const nestingMax = 20;

/** Refuses a line that nests deeply before it is parsed: the parser calls itself for each level. */
const refuseDeepNesting = (file: string, text: string): void => {
  let [offset, flow, block] = [0, 0, 0];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    // The lexer announces a scalar by a character that is not in the text.
    const isAnnouncement: boolean = !isScalar && marks.has(token);
    const type = isScalar ? undefined : CST.tokenType(token);
    isScalar = isAnnouncement && token === CST.SCALAR;
    offset += isAnnouncement ? 0 : token.length;
    if (type === "newline") block = 0;
    if (type === "flow-seq-start" || type === "flow-map-start") flow += 1;
    if (type === "flow-seq-end" || type === "flow-map-end") flow -= 1;
    if (type === "seq-item-ind" || type === "explicit-key-ind") block += 1;
    if (flow + block <= nestingMax) continue;
    const line = text.slice(0, offset).split("\n").length;
    throw new ConfigurationRefused(
      `${file} line ${line} is nested too deeply: ` +
        `a line may have up to ${nestingMax} lists and mappings in one another.`,
    );
  }
};

const marks = new Set<string>([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

const findRepeatedKeys = (document: Document): readonly YAMLParseError[] => {
  const faults: YAMLParseError[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) {
          const [start, end] = key.range ?? [0, 0];
          const text = `${JSON.stringify(name)} is given twice`;
          faults.push(new YAMLParseError([start, end], "DUPLICATE_KEY", text));
        }
        seen.add(name);
      }
    },
  });
  return faults;
};

const toFields = (file: string, document: Document): FileFields["fields"] => {
  let fields: unknown;
  try {
    fields = document.toJS() ?? {};
  } catch (error) {
    // A file with too many aliases could exhaust the memory.
    const reason = error instanceof Error ? error.message : error;
    throw new ConfigurationRefused(`${file}: ${reason}.`, { cause: error });
  }
  if (isFields(fields)) return fields;
  throw new ConfigurationRefused(`${file} must contain settings, like "port: 8080".`);
};

/** Returns where the last known step of a path begins; undefined if not even the first is known. */
const findOffset = (document: Document, path: readonly string[]): number | undefined => {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (pair === undefined) return offset;
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = isNode(node) ? (node.range?.[0] ?? offset) : offset;
    }
  }
  return offset;
};
