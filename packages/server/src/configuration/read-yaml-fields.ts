import {
  ConfigurationRefused,
  type FileFields,
  isFields,
  readConfigurationFile,
} from "@varde/bank";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

/**
 * Reads a configuration file in YAML 1.2, of which JSON is a part. Positions in messages are those
 * of the key.
 */
export const readYamlFields = (file: string): FileFields => {
  const lineCounter = new LineCounter();
  const options = { lineCounter, prettyErrors: false, version: "1.2", schema: "core" } as const;
  const document = parseDocument(readConfigurationFile(file).toString(), options);
  const formatPlace = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file} line ${line}, column ${col}: `;
  };
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const sentences = faults.map(({ pos, message }) => {
      const text = message.replace("Maximum call stack size exceeded", "It is nested too deeply");
      return `${formatPlace(pos[0])}${text}.`;
    });
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
