/** Styles of the page: top bar, contents, columns. */
export const referenceFrame = `
html { scroll-padding-top: 5rem; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; }
h2 { font-size: 1.25rem; line-height: 1.35; letter-spacing: -0.005em; }
h3 { font-size: 1rem; line-height: 1.5; }

.top {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1rem;
  min-height: 4rem; padding: 0.5rem 1.25rem; border-bottom: 1px solid var(--line);
  background: var(--card);
}
.home {
  display: flex; align-items: center; gap: 0.625rem; color: var(--ink); font-weight: 700;
  text-decoration: none;
}
.home img { display: block; }
.home .quiet { font-weight: 400; }
.version { margin-left: auto; color: var(--quiet); font-size: 0.875rem; }
.menu { min-height: 2.75rem; }

.frame { max-width: 96rem; margin: 0 auto; }
main { min-width: 0; padding: 2rem 1.25rem 6rem; }

#contents {
  inset: 4rem 0 0 auto; width: min(21rem, 100vw); height: auto; max-height: none; margin: 0;
  padding: 1.25rem; border: 0; border-left: 1px solid var(--line); overflow-y: auto;
  background: var(--card); color: var(--ink); font-size: 0.9375rem;
}
#contents::backdrop { background: rgb(0 0 0 / 40%); }
#contents h2 {
  margin: 1.5rem 0 0.375rem; color: var(--quiet); font-size: 0.8125rem; font-weight: 600;
  letter-spacing: 0.02em;
}
#contents li a {
  display: flex; align-items: baseline; gap: 0.625rem; padding: 0.3125rem 0.625rem;
  margin: 0 -0.625rem; border-radius: 6px; color: var(--ink); line-height: 1.4;
  text-decoration: none;
}
#contents li a:hover { background: var(--soft); }
#contents [aria-current] { background: var(--soft); color: var(--primary); font-weight: 600; }
#contents .method { width: 2.5rem; font-size: 0.6875rem; }
#contents .further a { display: block; overflow-wrap: anywhere; }
.pages { margin-top: 0.75rem; }
.found { margin-top: 0.5rem; font-size: 0.875rem; }
.search input { width: 100%; }

@media (min-width: 64rem) {
  .menu { display: none; }
  .frame { display: grid; grid-template-columns: 18.5rem minmax(0, 1fr); }
  #contents {
    display: block; position: sticky; inset: 4rem auto auto auto; width: auto;
    height: calc(100vh - 4rem); border-left: 0; border-right: 1px solid var(--line);
    background: transparent;
  }
  main { padding: 2.5rem 3rem 6rem; }
}
@media (max-width: 30rem) {
  .version { display: none; }
  .menu { margin-left: auto; }
}
@media (min-width: 78rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 24rem); gap: 2.5rem; }
  .examples { position: sticky; top: 5.5rem; max-height: calc(100vh - 7rem); overflow-y: auto; }
}
@media (min-width: 92rem) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 3.5rem; }
}
@media print {
  .top, #contents, #call { display: none !important; }
}
`;

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
.guide :is(ul, ol) { padding-left: 1.5rem; }
.guide .scrolled { overflow-x: auto; }
.guide img { width: 57.5rem; max-width: 100%; height: auto; }
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

/** Styles of the form that sends a request, and of its result. */
export const referenceForms = `
#call { margin-top: 3rem; padding-top: 2rem; border-top: 2px solid var(--line); }
.call { display: flex; flex-direction: column; gap: 1rem; margin-top: 0.5rem; }
legend { padding: 0 0 0.375rem; font-weight: 600; }
.grid {
  display: grid; gap: 0.75rem 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
}
.field { display: flex; flex-direction: column; gap: 0.25rem; min-width: 0; }
.field label { color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
input:not([type="checkbox"]), select { font-size: 0.9375rem; }
textarea { resize: vertical; white-space: pre; overflow: auto; font: 0.8125rem/1.6 var(--mono); }
.tick { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
.tick input { width: 1.25rem; height: 1.25rem; accent-color: var(--primary); }
button:disabled { opacity: 0.6; cursor: progress; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.folded .grid { padding-top: 0.5rem; }

#call-result:focus { outline: none; }
#call-result:not(:empty) {
  display: flex; flex-direction: column; gap: 1.25rem; margin-top: 2rem; padding: 1.25rem;
  border: 1px solid var(--line); border-radius: 12px; background: var(--card);
}
#call-result h3 {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem; margin: 0 0 0.5rem;
  font-size: 1.0625rem;
}
#call-result .part { min-width: 0; }
#call-result .code { max-height: 30rem; overflow: auto; }
#call-result .next { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-bottom: 0.75rem; }
#call-result .folded { margin-top: 0; }
#call-result .code + p { margin-top: 0.375rem; font-size: 0.9375rem; }
#call-result .why {
  padding: 0.875rem 1rem; border-left: 4px solid var(--danger); border-radius: 4px 8px 8px 4px;
  background: var(--danger-soft);
}
#call-result .why p + p { margin-top: 0.375rem; }
#call-result .wrapped code { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
