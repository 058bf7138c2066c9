import { type CheckTable, checkTable } from "@varde/bank";
import { operations } from "@varde/protocol";

/** The matrix of checks × operations as a page. */
export const formatChecks = (table: CheckTable = checkTable()): string => {
  const numbered = table.checks.map((check, index) => `${index + 1}. \`${check}\``);
  const header = ["operation", ...table.checks.map((_, index) => String(index + 1))];
  const rows = Object.values(operations).map(({ id }) => [
    `\`${id}\``,
    ...table.checks.map((check) => (table.byOperation[id].includes(check) ? "x" : "")),
  ]);
  return `# Checks

<!-- Written by npm run reference; a check fails when this page is anything else. -->

Every request passes these checks in this order. The order is the precedence of errors: all faults
that one check finds are reported together, and no later check runs.

${numbered.join("\n")}

Which operation passes which check follows from the facts in the registry of operations:

${[header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}
`;
};
