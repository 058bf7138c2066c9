/** Styles of content: the requester, amounts, facts, tables, messages. */
export const content = `
.lead { font-size: 1.125rem; text-wrap: pretty; }
.quiet { font-weight: 400; }
p.quiet { font-size: 0.9375rem; }
.under { display: block; color: var(--quiet); font-size: 0.9375rem; font-weight: 400; }
.number, .amount, .money { font-variant-numeric: tabular-nums lining-nums; }

.requester {
  display: flex; flex-direction: column; gap: 0.625rem; padding: 0.875rem 1rem; border-radius: 10px;
  background: var(--soft);
}
.requester dt { color: var(--quiet); font-size: 0.875rem; line-height: 1.4; }
.requester dd { font-weight: 600; }

.hero { display: flex; flex-direction: column; padding: 0.25rem 0; }
.hero .amount {
  font-size: min(2.25rem, 8.5vw); line-height: 1.2; font-weight: 700; letter-spacing: -0.02em;
}
.hero:has(.amount ~ .amount) .amount { font-size: 1.875rem; }
.hero .payee { margin-top: 0.25rem; font-size: 1.125rem; }
.hero .payee bdi { font-weight: 600; }

.facts { border-top: 1px solid var(--line); }
.facts:empty { display: none; }
.facts > div {
  display: grid; gap: 0 1rem; padding: 0.6875rem 0; border-bottom: 1px solid var(--line);
}
.facts dt { color: var(--quiet); font-size: 0.9375rem; }
.facts dd > div + div { margin-top: 0.5rem; }
.facts .total { border-bottom: 0; }
.facts .total dt, .facts .total dd {
  color: var(--ink); font-size: 1.0625rem; font-weight: 700; font-variant-numeric: tabular-nums;
}
@media (min-width: 30rem) {
  .facts > div { grid-template-columns: 11rem 1fr; align-items: baseline; }
  .phone .facts > div { grid-template-columns: 1fr; }
}

table { width: 100%; border-collapse: collapse; }
caption { padding-bottom: 0.5rem; font-weight: 700; text-align: left; }
th {
  padding: 0.375rem 0; color: var(--quiet); font-size: 0.875rem; font-weight: 400; text-align: left;
}
thead tr { border-bottom: 2px solid var(--line); }
tbody tr { border-bottom: 1px solid var(--line); break-inside: avoid; }
td { padding: 0.75rem 0; vertical-align: top; }
td bdi { font-weight: 600; }
td .under bdi { font-weight: 400; }
@media (min-width: 40rem) {
  .wide td > bdi { display: block; }
  .wide td .under { display: inline; }
  .wide td .under + .under::before { content: " · "; }
}
.money { padding-left: 1rem; text-align: right; white-space: nowrap; }
td.money { font-weight: 600; }
tfoot th { padding: 0.75rem 0; color: var(--ink); font-size: 1rem; font-weight: 600; }

.alert, .status {
  padding: 0.875rem 1rem; border-left: 4px solid; border-radius: 4px 10px 10px 4px;
}
.alert { border-color: var(--danger); background: var(--danger-soft); }
.alert strong { color: var(--danger); }
.status { border-color: var(--good); background: var(--soft); }
.empty {
  padding: 2rem 1rem; border: 1px dashed var(--line); border-radius: 10px; color: var(--quiet);
  text-align: center;
}
.terms {
  display: grid; gap: 0.375rem; padding-left: 1.125rem; list-style: disc; color: var(--quiet);
  font-size: 0.9375rem;
}
.terms ::marker { color: var(--primary); }

.outcome { display: flex; gap: 1rem; align-items: center; }
.icon {
  flex: none; width: 2.75rem; height: 2.75rem; fill: none; stroke: currentColor; stroke-width: 3.5;
  stroke-linecap: round; stroke-linejoin: round;
}
.icon circle { stroke: none; }
.icon.good { color: var(--good); }
.icon.good circle { fill: var(--soft); }
.icon.notice { color: var(--notice); }
.icon.notice circle { fill: var(--notice-soft); }

.consent, .waiting {
  display: flex; flex-direction: column; gap: 0.75rem; padding: 1.25rem;
  border: 1px solid var(--line); border-radius: 12px;
}
.consent h2 { font-size: 1.25rem; }
.consent h2 + p.quiet { margin-top: -0.75rem; }
.consent h3, .group, legend { color: var(--quiet); font-size: 0.875rem; font-weight: 600; }
.consent form { gap: 0.75rem; }
.consent .facts > div {
  grid-template-columns: 7rem 1fr; align-items: baseline; padding: 0.375rem 0; border-bottom: 0;
}
.consent .facts { padding-top: 0.375rem; }
.consent > h3 { margin-top: 0.5rem; }
.accesses li {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem;
  padding: 0.375rem 0; border-top: 1px solid var(--line); font-size: 0.9375rem;
}
.accesses time { color: var(--quiet); font-variant-numeric: tabular-nums; }
.accounts li {
  display: flex; justify-content: space-between; align-items: center; gap: 1rem;
  padding: 0.625rem 0; border-top: 1px solid var(--line);
}
.waiting .hero .amount { font-size: 1.75rem; }
`;
