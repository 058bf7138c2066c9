import {
  type BankReport,
  type CheckReport,
  type ResultKind,
  resultKinds,
} from "@varde/conformance";
import { countOf } from "@varde/protocol";
import type { Terminal } from "./terminal.ts";

const colours = {
  failed: "red",
  "not proven": "yellow",
  blocked: "yellow",
  warning: "yellow",
  variant: "cyan",
  skipped: "dim",
  passed: "green",
} as const satisfies Record<ResultKind, string>;

const indent = " ".repeat(11);

/** Prints a check as soon as its result is known. */
export const printCheck = (
  { id, says, result, seen, rules, variant }: CheckReport,
  terminal: Terminal,
): void => {
  const mark = terminal.paint(colours[result], result.padEnd(indent.length));
  terminal.line(`${mark}${id.padEnd(26)}${says}`);
  if ((result === "passed" && variant === undefined) || seen === "") return;
  const rule = result === "failed" || result === "warning" ? ` (${rules.join(", ")})` : "";
  terminal.line(`${indent}${seen}${rule}`);
};

/** Prints what the run came to: counts, where the bank differs, and what was left. */
export const printSummary = (report: BankReport, terminal: Terminal): void => {
  const { counts, requests, ms, money, imitation, interrupted } = report;
  terminal.line();
  if (interrupted) terminal.line("The run was interrupted: checks that had not ended are blocked.");
  const words = resultKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`);
  terminal.line(`${countOf(report.checks.length, "check")}: ${words.reverse().join(", ")}.`);
  terminal.line(`${countOf(requests, "request")} in ${(ms / 1000).toFixed(1)} s.`);
  terminal.line(
    `${countOf(money.made, "payment or basket", "payments and baskets")} made, ` +
      `${money.deleted} deleted, ${countOf(money.approved, "payment")} approved, ` +
      `${money.left.length} left.`,
  );
  for (const path of money.left) terminal.line(terminal.paint("yellow", `  left: ${path}`));
  const settings = Object.entries(imitation.settings);
  if (settings.length > 0) terminal.line("This bank differs from Varde's defaults:");
  for (const [name, value] of settings) terminal.line(`  ${name}: ${JSON.stringify(value)}`);
  if (imitation.notImitated.length > 0) terminal.line("No setting of Varde imitates:");
  for (const { check, seen } of imitation.notImitated) terminal.line(`  ${check}: ${seen}`);
};
