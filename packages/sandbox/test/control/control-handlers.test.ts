import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

const declarations = new URL("../../../protocol/src/control/", import.meta.url);
const handlers = new URL("../../src/control/handlers/", import.meta.url);

const listSubjects = (folder: URL, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending) && name !== `control${ending}`)
    .map((name) => name.slice(0, -ending.length));

const readIds = async (folder: URL, subject: string, kind: string): Promise<readonly string[]> => {
  const module = await import(new URL(`${subject}-${kind.toLowerCase()}.ts`, folder).href);
  return Object.keys(module[`${subject}${kind}`]);
};

test("each file of control operations has a file of handlers in the same order", async () => {
  const subjects = listSubjects(declarations, "-operations.ts");
  assert.deepEqual(listSubjects(handlers, "-handlers.ts"), subjects);
  for (const subject of subjects) {
    const ids = await readIds(declarations, subject, "Operations");
    assert.deepEqual(await readIds(handlers, subject, "Handlers"), ids, subject);
  }
});
