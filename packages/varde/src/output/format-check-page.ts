import { formatReportPage, html } from "@varde/bank";
import { contractRules, type RuleReport } from "@varde/core-bank-http/check";

const style = `
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th:nth-child(1) { width: 9rem; }
th:nth-child(2) { width: 5rem; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
tbody th { white-space: nowrap; font-weight: 600; }
.seen { display: block; margin-top: 0.25rem; font: 0.875rem/1.5 var(--mono); }
`;

const columns = ["Rule", "Result", "Statement"];

/** Titles of the groups of rules, by the first part of their ids. */
const titles = new Map(contractRules.map(({ id, title }) => [findGroup(id), title]));

/** Formats the report of a check as a page of its own, without scripts. */
export const formatCheckPage = (url: string, reports: readonly RuleReport[], at: Date): string => {
  const groups = Map.groupBy(reports, ({ id }) => findGroup(id));
  const count = (result: RuleReport["result"]) =>
    reports.filter((one) => one.result === result).length;
  const failed = count("failed");
  const verdict = failed === 0 ? "passes the check" : "violates the contract";
  return formatReportPage(
    `The core bank ${verdict}`,
    style,
    html`<dl>
<dt>Address</dt><dd>${url}</dd>
<dt>Checked</dt><dd><time datetime="${at.toISOString()}">${at.toISOString()}</time></dd>
<dt>Passed</dt><dd>${count("passed")}</dd>
<dt>Failed</dt><dd>${failed}</dd>
<dt>Skipped</dt><dd>${count("skipped")}</dd>
<dt>Blocked</dt><dd>${count("blocked")}</dd>
</dl>
${[...groups].map(([group, rules]) => formatGroup(titles.get(group) ?? group, rules))}
`,
  );
};

const formatGroup = (title: string, rules: readonly RuleReport[]) => html`<h2>${title}</h2>
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rules.map(formatRule)}</tbody>
</table>
`;

const formatRule = ({ id, statement, text, result, seen }: RuleReport) => html`<tr>
<th scope="row">${id}</th>
<td class="${result}">${result}</td>
<td>${statement}${seen !== undefined && html`<span class="seen">${seen}</span>`}
${result === "failed" && text}</td>
</tr>
`;

function findGroup(id: string): string {
  return id.replace(/-\d+$/, "");
}
