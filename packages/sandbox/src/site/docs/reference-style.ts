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
.menu, .search-button { min-height: 2.75rem; }
.search-button { display: flex; align-items: center; gap: 0.625rem; color: var(--quiet); }
kbd {
  padding: 0 0.375rem; border: 1px solid var(--line); border-radius: 4px;
  font: 0.8125rem/1.4 var(--mono);
}
.console { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; }

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
#contents details { margin-top: 0.125rem; }
#contents summary { padding: 0.3125rem 0; line-height: 1.4; }
#contents summary .quiet { font-size: 0.8125rem; }
#contents details ul { padding-left: 1rem; }
#contents li a {
  display: flex; align-items: baseline; gap: 0.625rem; padding: 0.3125rem 0.625rem;
  margin: 0 -0.625rem; border-radius: 6px; color: var(--ink); line-height: 1.4;
  text-decoration: none;
}
#contents li a:hover { background: var(--soft); }
#contents [aria-current] { background: var(--soft); color: var(--primary); font-weight: 600; }
#contents .method { width: 2.5rem; font-size: 0.6875rem; }

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
  .version, .home .quiet, kbd { display: none; }
  .top { flex-wrap: wrap; gap: 0.375rem; padding-inline: 0.75rem; font-size: 0.9375rem; }
  .home { gap: 0.375rem; margin-right: auto; }
  .top button { padding-inline: 0.375rem; }
}
@media (min-width: 78rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 24rem); gap: 2.5rem; }
  .examples { position: sticky; top: 5.5rem; max-height: calc(100vh - 7rem); overflow-y: auto; }
}
@media (min-width: 92rem) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 3.5rem; }
}
.neighbours {
  display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin-top: 4rem;
  padding-top: 1.25rem; border-top: 1px solid var(--line);
}
.neighbours a { font-weight: 600; text-decoration: none; }
.neighbours a:hover { text-decoration: underline; }
.neighbours span { display: block; color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.neighbours [rel="next"] { margin-left: auto; text-align: right; }
.headings { display: none; }
@media (min-width: 84rem) {
  .with-headings {
    display: grid; grid-template-columns: minmax(0, 1fr) 13rem; gap: 3.5rem; align-items: start;
  }
  .headings {
    display: block; position: sticky; top: 6.5rem; max-height: calc(100vh - 8rem);
    overflow-y: auto; font-size: 0.875rem;
  }
  .headings h2 { color: var(--quiet); font-size: 0.8125rem; font-weight: 600; }
  .headings a { display: block; padding: 0.1875rem 0; color: var(--quiet); text-decoration: none; }
  .headings a:hover { color: var(--primary); text-decoration: underline; }
}
@media print {
  .top, #contents, #call, .headings, .neighbours, .copy { display: none !important; }
}
`;

/** Styles of the search, and of the buttons that copy code. */
export const referenceTools = `
dialog.search {
  width: min(44rem, 100vw - 1.5rem); max-width: none; max-height: 82vh; margin: 4.5rem auto auto;
  padding: 1rem; border: 1px solid var(--line); border-radius: 14px; overflow-y: auto;
  background: var(--card); color: var(--ink); box-shadow: var(--shadow);
}
dialog.search::backdrop { background: rgb(0 0 0 / 45%); }
dialog.search form { display: flex; gap: 0.5rem; }
dialog.search input { flex: 1; min-width: 0; }
.found { min-height: 1.5em; margin: 0.5rem 0 0; font-size: 0.875rem; }
.results { margin: 0; padding: 0; list-style: none; }
.results a {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.75rem;
  padding: 0.625rem 0.75rem; border-radius: 8px; color: var(--ink); text-decoration: none;
}
.results a:is(:hover, :focus-visible) { background: var(--soft); }
.results .name { font-weight: 600; }
.results .kind { color: var(--quiet); font-size: 0.8125rem; }
.results .excerpt { grid-column: 1 / -1; color: var(--quiet); font-size: 0.875rem; }
.results mark { background: var(--notice-soft); color: var(--ink); font-weight: 600; }
.copied { position: relative; min-width: 0; }
.copied .code { padding-right: 4.75rem; }
.copy {
  position: absolute; top: 0.375rem; right: 0.375rem; min-height: 2rem; padding: 0.125rem 0.625rem;
  border-color: var(--code-line); font-size: 0.8125rem; color: var(--quiet);
}
.copy:is(:hover, :focus-visible) { color: var(--ink); }
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
