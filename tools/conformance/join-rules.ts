import type { Citation } from "./list-citations.ts";
import type { Rule } from "./rule-table.ts";

export interface Evidence {
  readonly rules: readonly Rule[];
  readonly tests: readonly Citation[];
  readonly code: readonly Citation[];
}

/** What keeps rules, code and tests from agreeing, one sentence each. */
export function findFaults({ rules, tests, code }: Evidence): readonly string[] {
  const byId = Map.groupBy(rules, ({ id }) => id);
  const tested = new Set(tests.map(({ id }) => id));
  const twice = [...byId]
    .filter(([, same]) => same.length > 1)
    .map(
      ([id, same]) => `${id} is given twice, in lines ${same.map(({ line }) => line).join(", ")}`,
    );
  const untested = rules
    .filter(({ id, state }) => state === "implemented" && !tested.has(id))
    .map(({ id }) => `${id} is marked implemented, but no test's title starts with it`);
  const unknown = [...tests, ...code]
    .filter(({ id }) => !byId.has(id))
    .map(({ id, path, line }) => `${path}:${line} names ${id}, which is no rule`);
  return [...twice, ...untested, ...unknown];
}

const columns = "| id | state | tests | code |\n|---|---|---|---|";

/** The conformance table: each rule with the tests that show it and the code that cites it. */
export function formatConformance({ rules, tests, code }: Evidence): string {
  const testsById = Map.groupBy(tests, ({ id }) => id);
  const codeById = Map.groupBy(code, ({ id }) => id);
  const counts = Object.entries(Object.groupBy(rules, ({ state }) => state))
    .map(([state, some]) => `${some.length} ${state}`)
    .sort();
  const sections = [...Map.groupBy(rules, ({ section }) => section)].map(([section, some]) => {
    const rows = some.map(({ id, state }) => {
      const cells = [id, state, formatFiles(testsById.get(id)), formatFiles(codeById.get(id))];
      return `| ${cells.join(" | ")} |`;
    });
    return `## ${section}\n\n${columns}\n${rows.join("\n")}\n`;
  });
  return `${heading}\n${rules.length} rules: ${counts.join(", ")}.\n\n${sections.join("\n")}`;
}

const heading = `# Conformance

Which test shows each [rule](rules.md), and which code cites it. Written by \`npm run conformance\`;
do not edit.
`;

/** Files without line numbers, so that the table changes only when the evidence does. */
function formatFiles(citations: readonly Citation[] = []) {
  const paths = [...new Set(citations.map(({ path }) => path))].sort();
  return paths.map((path) => `[${shorten(path)}](../../${path})`).join("<br>");
}

const shorten = (path: string) =>
  path
    .replace(/^packages\//, "")
    .replace(/\/(src|test)\//, "/")
    .replace(/(\.test)?\.ts$/, "");
