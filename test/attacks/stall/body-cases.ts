import type { Attacker } from "./attacker.ts";
import { formatWithBody } from "./interface-cases.ts";
import type { Target } from "./interface-targets.ts";
import type { StallCase } from "./stall-case.ts";

export const bytesMax = 1024 * 1024;

/** Bodies that are large or deep in themselves, each within a number of bytes. */
const largeBodies: Readonly<Record<string, (bytes: number) => string>> = {
  "unknown names": (bytes) => {
    const fields = Array.from({ length: Math.floor(bytes / 12) - 1 }, (_, at) => `"n${at}":0`);
    return `{${fields.join(",")}}`;
  },
  "the same name": (bytes) => `{${'"a":0,'.repeat(Math.floor(bytes / 6) - 1)}"a":0}`,
  "nested lists": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2 - 1),
  "open lists": (bytes) => "[".repeat(bytes - 1),
  "nested objects": (bytes) => {
    const levels = Math.floor(bytes / 6) - 1;
    return `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`;
  },
  "one string": (bytes) => `{"a":"${"x".repeat(bytes - 10)}"}`,
  "one string of escapes": (bytes) => `{"a":"${"\\u00e5".repeat(Math.floor(bytes / 6) - 2)}"}`,
  "one name": (bytes) => `{"${"x".repeat(bytes - 10)}":0}`,
  "one number": (bytes) => `{"a":${"9".repeat(bytes - 10)}}`,
  "a list of numbers": (bytes) => `[${"0,".repeat(bytes / 2 - 2)}0]`,
  "a list of objects": (bytes) => `{"payments":[${"{},".repeat(Math.floor(bytes / 3) - 8)}{}]}`,
  blanks: (bytes) => `{${" ".repeat(bytes - 2)}}`,
  "not UTF-8": (bytes) => "\u00ff".repeat(bytes / 2 - 1),
};

/** Lists bodies of the greatest size, signed and not (A32). */
export function* bodyCases(
  attacker: Attacker,
  target: Target,
  sizes: readonly number[],
): Generator<StallCase> {
  for (const [name, write] of Object.entries(largeBodies)) {
    for (const bytes of sizes) {
      for (const isSigned of [true, false]) {
        const signing = isSigned ? ", signed" : "";
        yield {
          title: `${target.id} ${target.path}: ${bytes} bytes of ${name}${signing}`,
          format: () => formatWithBody(attacker, target, write(bytes), isSigned),
        };
      }
    }
  }
}
