import { pageStyle } from "../../pages/style/page-style.ts";

/** The stylesheet of the report, part of its file. */
export const kpiPageStyle = `${pageStyle}
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
p { max-width: 44rem; margin: 0.5rem 0; }
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; }
figure svg { display: block; width: 100%; height: auto; }
.keys { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
figure svg.key { display: inline-block; width: 2rem; height: 0.5rem; }
svg text { fill: var(--quiet); font-size: 13px; }
svg text.end { text-anchor: end; }
.grid { stroke: var(--line); fill: none; }
.line { stroke-width: 2; fill: none; stroke-linecap: round; stroke-linejoin: round; }
.line-0 { stroke: var(--primary); }
.line-1 { stroke: var(--get); stroke-dasharray: 8 5; }
.line-2 { stroke: var(--danger); stroke-dasharray: 2 5; }
.line-3 { stroke: var(--notice); stroke-dasharray: 12 4 2 4; }
.line-4 { stroke: var(--sandbox); stroke-dasharray: 5 3; }
.line-5 { stroke: var(--quiet); stroke-dasharray: 1 4; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-weight: 600; padding: 0.5rem 0; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); text-align: end; }
th { font-weight: 600; }
th:first-child, td:first-child, .start { text-align: start; white-space: nowrap; }
@media print { main { max-width: none; padding: 0; } .scroll { overflow: visible; } }
`;
