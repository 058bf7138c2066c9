/** Styles of the content: operations, fields, codes, examples. */
export const referenceContent = `
.eyebrow { margin-bottom: 0.25rem; color: var(--quiet); font-size: 0.9375rem; }
.lead { max-width: 46rem; margin-top: 0.75rem; font-size: 1.125rem; text-wrap: pretty; }
code, .code { font: 0.875em/1.6 var(--mono); }
.old { text-decoration: line-through; }

.method { flex: none; font: 700 0.8125rem/1.4 var(--mono); }
.get { color: var(--get); } .post { color: var(--post); }
.put { color: var(--put); } .delete { color: var(--delete); }

.endpoint {
  display: flex; align-items: baseline; gap: 0.75rem; margin-top: 1rem; padding: 0.625rem 0.875rem;
  border: 1px solid var(--line); border-radius: 8px; background: var(--card);
}
.endpoint code { overflow-wrap: anywhere; }
.facts {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; margin-top: 1rem;
  color: var(--quiet); font-size: 0.9375rem;
}
.facts strong { color: var(--ink); font-weight: 600; }
.go {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.375rem 1rem;
  border-radius: 8px; background: var(--primary); color: var(--on-primary); font-weight: 600;
  text-decoration: none;
}
.go:hover { background: var(--primary-strong); color: var(--on-primary); }
.notice {
  max-width: 46rem; margin-top: 1rem; padding: 0.75rem 1rem; border-left: 4px solid var(--notice);
  border-radius: 4px 8px 8px 4px; background: var(--notice-soft);
}
.variants { margin-top: 1.25rem; }
.variants ul { display: flex; flex-wrap: wrap; gap: 0.375rem; }
.variants a {
  display: block; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 99px;
  font-size: 0.875rem; text-decoration: none;
}
.variants [aria-current] {
  border-color: var(--primary); background: var(--soft); color: var(--primary); font-weight: 600;
}

.columns { margin-top: 1rem; }
.description > section, .group, article > section { padding-top: 2rem; }
section > h2 { padding-bottom: 0.5rem; }
section h3 { margin-top: 0.75rem; }
.fields > div, .catalogue > div, .codes > div {
  padding: 0.75rem 0; border-top: 1px solid var(--line);
}
.fields dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.125rem 0.625rem; }
.fields dt code { font-weight: 600; overflow-wrap: anywhere; }
.fields dd code { overflow-wrap: anywhere; }
.type, .bounds { color: var(--quiet); font-size: 0.875rem; }
.fields dd, .values, .example { max-width: 46rem; font-size: 0.9375rem; }
.values, .example { color: var(--quiet); }
.values code { color: var(--ink); }
.fields .fields { margin-top: 0.25rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.fields .fields > div:first-child { border-top: 0; }
.badge, .status {
  padding: 0.0625rem 0.4375rem; border-radius: 5px; font-size: 0.75rem; font-weight: 600;
}
.needed { background: var(--soft); color: var(--primary); }
.old-badge { background: var(--notice-soft); color: var(--notice); }
.status { font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.status.good { background: var(--good-soft); color: var(--good); }
.status.bad { background: var(--danger-soft); color: var(--danger); }

details > summary { padding: 0.375rem 0; cursor: pointer; }
.fields summary { color: var(--quiet); font-size: 0.875rem; }
.folded { margin-top: 1rem; padding: 0.25rem 0; border-top: 1px solid var(--line); }
.folded > summary { font-weight: 600; }
.refusal { border-top: 1px solid var(--line); }
.refusal > summary { padding: 0.625rem 0; }
.codes { padding-left: 1.125rem; font-size: 0.9375rem; }
.codes > div:first-child { border-top: 0; }
.codes p, .catalogue p { max-width: 46rem; }
.catalogue { margin-top: 2rem; }
.catalogue > div { padding: 1.25rem 0; }
.catalogue > div:target {
  background: var(--soft); box-shadow: -1rem 0 var(--soft), 1rem 0 var(--soft);
}
.catalogue dt { margin-bottom: 0.25rem; }
.catalogue dt code { margin-right: 0.5rem; font-size: 1rem; font-weight: 700; }

.examples > h2 { margin: 1.5rem 0 0.5rem; font-size: 0.9375rem; color: var(--quiet); }
.examples > h2:first-child { margin-top: 2rem; }
.guide > * + * { margin-top: 1rem; }
.guide > h2 { margin-top: 2rem; }
.guide > :is(p, ul, ol) { max-width: 46rem; }
.guide ul { list-style: disc; }
.guide :is(ul, ol) { padding-left: 1.5rem; }
.guide ol { margin-block: 0; }
.guide li + li { margin-top: 0.25rem; }
.guide h1 + p { margin-top: 0.75rem; }
.guide h3 { margin-top: 1.5rem; }
.guide h4 { margin: 1.25rem 0 0; }
:is(h2, h3, h4) > a[href^="#"] { color: inherit; text-decoration: none; }
:is(h2, h3, h4) > a[href^="#"]:is(:hover, :focus-visible)::after {
  content: " #"; color: var(--quiet); font-weight: 400;
}
.guide .scrolled { overflow-x: auto; }
.guide p.picture { max-width: 57.5rem; overflow-x: auto; }
.guide img { display: block; max-width: 100%; height: auto; }
@media (max-width: 44rem) {
  .guide p.picture[tabindex] img { min-width: 38rem; max-width: none; }
}
.guide table { border-collapse: collapse; }
.guide :is(th, td) {
  padding: 0.375rem 1rem 0.375rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line);
}
.examples .code code { white-space: pre-wrap; overflow-wrap: anywhere; }
.examples .code + .code { margin-top: 0.5rem; }
.code {
  max-width: 100%; padding: 0.875rem 1rem; border: 1px solid var(--code-line); border-radius: 8px;
  overflow-x: auto; background: var(--code); font-size: 0.8125rem; tab-size: 2;
}
.code code { font-size: inherit; }
.key { color: var(--code-key); } .text { color: var(--code-text); }
.literal { color: var(--code-literal); }

#code { margin-top: 2rem; }
.snippets { margin-top: 0.75rem; border-bottom: 1px solid var(--line); }
.snippets > details { border-top: 1px solid var(--line); }
.snippets > details > summary { padding: 0.625rem 0; font-weight: 600; }
.snippets > details[open] { padding-bottom: 1rem; }
.snippets .code { margin-top: 0.5rem; }

.listed {
  display: grid; gap: 0.875rem 2.5rem; margin-top: 0.75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
}
.listed a { font-weight: 600; text-decoration: none; }
.listed a:hover { text-decoration: underline; }
.listed span { display: block; font-size: 0.9375rem; }
.group > h2 > a { color: inherit; text-decoration: none; }
.group > h2 > a:hover { text-decoration: underline; }
.cards { display: grid; gap: 1rem; margin-top: 2rem; }
.cards > li {
  min-width: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--card);
}
.cards h2 { margin-bottom: 0.375rem; font-size: 1.0625rem; }
.cards p + p, .cards .code { margin-top: 0.625rem; }
@media (min-width: 48rem) {
  .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .cards > li:first-child { grid-column: 1 / -1; }
  .cards > li:last-child { grid-column: 1 / -1; }
}
@media (min-width: 70rem) {
  .cards { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .cards > li:last-child { grid-column: auto; }
  .cards.starts > li:first-child { grid-column: auto; }
}
.operations li { border-top: 1px solid var(--line); }
.operations a {
  display: grid; grid-template-columns: 4rem minmax(0, 1fr); gap: 0 0.5rem; align-items: baseline;
  padding: 0.5rem; margin: 0 -0.5rem; border-radius: 6px; color: var(--ink); text-decoration: none;
}
.operations a:hover { background: var(--soft); }
.operations code { grid-column: 2; color: var(--quiet); overflow-wrap: anywhere; }
.operations .old { text-decoration: line-through; }
@media (min-width: 64rem) {
  .operations a { grid-template-columns: 4rem 19rem minmax(0, 1fr); }
  .operations code { grid-column: auto; }
}
.group > p { padding-bottom: 0.75rem; }
.names { columns: 14rem; margin-top: 1rem; }
.names li { padding: 0.1875rem 0; }
`;
