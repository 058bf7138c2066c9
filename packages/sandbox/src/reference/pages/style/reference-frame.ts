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
