import { formatReportPage, html } from "@varde/bank";
import { formatJunit, type JunitCase } from "@varde/conformance/client";
import type { ControlResponse } from "@varde/protocol";

type Readiness = ControlResponse<"readReadiness">;
type Check = Readiness["checks"][number];

const style = `
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th:nth-child(1) { width: 6rem; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
.under { margin-top: 0.25rem; }
`;

const endings: Readonly<Record<Check["result"], JunitCase["ending"]>> = {
  passed: undefined,
  warning: undefined,
  failed: "failure",
  "not-seen": "skipped",
  waiting: "skipped",
};

/** Writes the readiness of a TPP for an auditor, and for a build server. */
export const reportReadiness = (
  readiness: Readiness,
  writtenAt: number,
): ControlResponse<"reportReadiness"> => ({
  html: formatPage(readiness, writtenAt),
  junit: formatJunit("check-tpp", listCases(readiness)),
});

/** Returns the checks of a TPP as test cases. */
const listCases = ({ checks }: Readiness): readonly JunitCase[] =>
  checks.map(({ area, id, says, result, seen, todo = "" }) => ({
    suite: area,
    name: id,
    says,
    seconds: 0,
    ending: endings[result],
    text: `${describe(result)}: ${seen}. ${todo}`.trim(),
  }));

/** Formats the readiness of a TPP as a page, by area. */
const formatPage = (readiness: Readiness, writtenAt: number): string => {
  const areas = Map.groupBy(readiness.checks, ({ area }) => area);
  return formatReportPage(
    readiness.verdict,
    style,
    html`<dl>
<dt>Profile</dt><dd>${readiness.profile}</dd>
<dt>Requests</dt><dd>${readiness.requests}</dd>
<dt>Written</dt><dd>${new Date(writtenAt).toISOString()}</dd>
</dl>
${[...areas].map(([area, checks]) => formatArea(area, checks))}
`,
  );
};

const formatArea = (area: string, checks: readonly Check[]) => html`
<h2>${area[0]?.toUpperCase()}${area.slice(1)}</h2>
<table>
<thead><tr><th scope="col">Result</th><th scope="col">Your client</th></tr></thead>
<tbody>
${checks.map(formatCheck)}</tbody>
</table>
`;

const formatCheck = ({ id, level, rules, says, result, seen, todo }: Check) => html`<tr>
<td class="${result}">${describe(result)}</td>
<td><strong>${id}</strong> ${says} (${level}, ${rules.join(" ")})
${result !== "not-seen" && html`<span class="under">Seen: ${seen}.</span>`}
${todo !== undefined && html`<span class="under">${todo}</span>`}</td>
</tr>
`;

const describe = (result: Check["result"]): string => result.replace("-", " ");
