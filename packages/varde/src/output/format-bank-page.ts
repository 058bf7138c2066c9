import { formatReportPage, html } from "@varde/bank";
import { type BankReport, type CheckReport, type Exchange, resultKinds } from "@varde/conformance";
import { countOf } from "@varde/protocol";

const style = `
.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 1rem; padding: 0;
  list-style: none; }
pre { margin: 0.5rem 0 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--soft); font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; }
details { border-top: 1px solid var(--line); }
summary { display: grid; grid-template-columns: 0.75rem 6rem 1fr; gap: 0 0.75rem;
  padding: 0.625rem 0; cursor: pointer; }
summary::before { content: "+"; color: var(--quiet); }
[open] > summary::before { content: "−"; }
summary .under { grid-column: 3; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
  gap: 0 1rem; padding: 0 0 1rem; }
.pair h3 { margin-top: 0.5rem; font-size: 0.9375rem; }
@media (max-width: 30rem) { summary { grid-template-columns: 0.75rem 1fr; }
  summary > :not(:first-child), summary .under { grid-column: 2; } }
`;

/** Exchanges of one check that the page shows; the archive (--har) has all of them. */
const exchangesShown = 6;

/** Formats the report of a checked bank: verdict, differences, then the checks, worst first. */
export const formatBankPage = (report: BankReport): string =>
  formatReportPage(
    verdictOf(report),
    style,
    html`${formatFacts(report)}
${formatDifferences(report)}
${resultKinds.map((kind) => formatKind(kind, report))}
`,
  );

const verdictOf = ({ counts, interrupted }: BankReport): string => {
  const failures = counts.failed > 0 ? countOf(counts.failed, "check") : "no check";
  if (interrupted) return `The run was interrupted; the bank fails ${failures} so far`;
  if (counts.failed > 0) return `The bank fails ${failures}`;
  const unknown = counts["not proven"] + counts.blocked;
  if (unknown > 0) return `The bank fails no check, but ${countOf(unknown, "check")} prove nothing`;
  return "The bank passes every check that was run";
};

const formatFacts = (report: BankReport) => html`<ul class="counts">
${resultKinds.map(
  (kind) =>
    report.counts[kind] > 0 &&
    html`<li><span class="${classOf(kind)}">${kind}</span>
<strong>${report.counts[kind]}</strong></li>`,
)}</ul>
<dl>
<dt>Bank</dt><dd>${report.bank}</dd>
<dt>Checked</dt><dd><time datetime="${report.startedAt}">${report.startedAt}</time></dd>
<dt>Checks</dt><dd>suite ${report.suite} for release ${report.interface} of the interface</dd>
<dt>Requests</dt><dd>${report.requests} in ${(report.ms / 1000).toFixed(1)} s</dd>
<dt>Payments and baskets</dt><dd>${formatMoney(report)}</dd>
</dl>
`;

const formatMoney = ({ money }: BankReport): string => {
  const { made, deleted, left, approved } = money;
  const rest = left.length === 0 ? "none left" : `left: ${left.join(", ")}`;
  return `${made} made, ${deleted} deleted, ${approved} approved, ${rest}`;
};

const formatDifferences = ({ checks, imitation }: BankReport) => {
  const differences = checks.filter(({ result }) => result === "variant");
  const { settings, notImitated } = imitation;
  const hasSettings = Object.keys(settings).length > 0;
  if (differences.length === 0 && !hasSettings && notImitated.length === 0) return undefined;
  return html`<h2>Where this bank differs</h2>
<ul class="list">
${differences.map(({ id, says, seen }) => html`<li><strong>${id}</strong> ${says}: ${seen}</li>`)}
</ul>
${
  hasSettings &&
  html`<p>Save this as bank.json; <code>npx varde start --config bank.json</code> then starts a
sandbox that behaves like this bank:</p>
<pre>${JSON.stringify(settings, null, 2)}</pre>`
}
${
  notImitated.length > 0 &&
  html`<p>No setting imitates these:</p>
<ul class="list">${notImitated.map(({ check, seen }) => html`<li>${check}: ${seen}</li>`)}</ul>`
}
`;
};

const formatKind = (kind: CheckReport["result"], { checks, exchanges }: BankReport) => {
  const members = checks.filter(({ result }) => result === kind);
  if (members.length === 0) return undefined;
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  return html`<h2>${kind[0]?.toUpperCase()}${kind.slice(1)}: ${members.length}</h2>
${members.map((check) => formatCheck(check, byNumber))}
`;
};

const formatCheck = (check: CheckReport, byNumber: ReadonlyMap<number, Exchange>) => {
  const numbers = check.exchanges.slice(-exchangesShown);
  const hidden = check.exchanges.length - numbers.length;
  return html`<details>
<summary><span class="${classOf(check.result)}">${check.result}</span>
<span><strong>${check.id}</strong> ${check.says}</span>
<span class="under">${check.seen} (${check.level}, ${check.rules.join(" ")})</span>
${
  check.expected !== undefined &&
  html`<span class="under">Expected until ${check.until}: ${check.expected}</span>`
}
</summary>
<div class="pair">
${numbers.map((number) => formatExchange(byNumber.get(number), number === check.control.exchange))}
</div>
${hidden > 0 && html`<p class="hint">${countOf(hidden, "earlier request")} not shown.</p>`}
</details>
`;
};

const formatBody = (body = ""): string => (body === "" ? "" : `\n\n${body}`);

const formatExchange = (exchange: Exchange | undefined, isControl: boolean) => {
  if (exchange === undefined) return undefined;
  const { number, request, response, fault } = exchange;
  return html`<div>
<h3>Request ${number}${isControl && ", the control"}</h3>
<pre>${request.method} ${request.target}
${formatHeaders(request.headers)}${formatBody(request.body)}</pre>
<pre>${response === undefined ? fault : response.status}
${response !== undefined && formatHeaders(response.headers)}${formatBody(response?.body)}</pre>
</div>
`;
};

const formatHeaders = (lines: Exchange["request"]["headers"]): string =>
  lines.map(([name, value]) => `${name}: ${value}`).join("\n");

const classOf = (kind: string): string => kind.replace(" ", "-");
