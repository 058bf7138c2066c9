/** Styles of the document, its header and footer, and the page shapes. */
export const frame = `
body {
  display: flex; flex-direction: column; min-height: 100vh; font-size: 1.0625rem; line-height: 1.55;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 700; letter-spacing: -0.01em; }
h2 { font-size: 1.125rem; line-height: 1.35; }
h3 { font-size: 1rem; line-height: 1.4; }

.top {
  width: 100%; max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem;
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 0.5rem 1.5rem;
}
.bank { display: flex; align-items: center; gap: 0.625rem; font-weight: 700; }
.bank img { display: block; flex: none; max-width: 100%; height: auto; }
.badge {
  padding: 0.0625rem 0.5rem; border: 1px dashed currentColor; border-radius: 4px;
  color: var(--sandbox); font-size: 0.8125rem; font-weight: 600;
}
.languages { display: flex; gap: 0.25rem; font-size: 0.9375rem; }
.languages a {
  display: block; padding: 0.5rem 0.625rem; border-radius: 6px; color: var(--quiet);
  text-decoration: none;
}
.languages a:hover { color: var(--ink); text-decoration: underline; }
.languages a[aria-current] {
  color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--primary); border-radius: 0;
}

main {
  width: 100%; max-width: 35rem; margin: 0 auto; padding: 1.75rem 1.25rem 2rem;
  display: flex; flex-direction: column; gap: 1.25rem; background: var(--card);
  border-block: 1px solid var(--line);
}
main.wide { max-width: 44rem; }
main > h2 { margin-bottom: -0.75rem; }
main form { display: flex; flex-direction: column; gap: 1.25rem; }
.progress { margin-bottom: -1rem; color: var(--quiet); font-size: 0.9375rem; }
.bottom {
  width: 100%; max-width: 35rem; margin: auto auto 0; padding: 1.5rem 1.25rem 2rem;
  color: var(--quiet); font-size: 0.9375rem; text-align: center; text-wrap: balance;
}
.bottom p + p { margin-top: 0.375rem; }
.beside {
  margin: 1rem auto 0; padding: 0 1.25rem; color: var(--sandbox); font-size: 0.9375rem;
  text-align: center;
}

/* A narrow header has room for the other language only; the page itself shows the current one. */
@media (max-width: 39.99rem) {
  .languages li:has([aria-current]) { display: none; }
  .top, .bank { gap: 0.5rem; }
  .badge { padding-inline: 0.375rem; }
  .languages a { padding-inline: 0; text-decoration: underline; }
}
@media (min-width: 40rem) {
  .top { padding: 1.5rem 2rem; }
  h1 { font-size: 1.875rem; }
  main {
    margin-top: 1rem; padding: 2.5rem; border: 1px solid var(--line); border-radius: 16px;
    box-shadow: var(--shadow);
  }
  main.phone {
    max-width: 25rem; padding: 2.75rem 1.5rem 2rem; border: 10px solid #2a3438; border-radius: 44px;
  }
  main.phone::before {
    content: ""; align-self: center; width: 6rem; height: 0.375rem; margin-top: -1.5rem;
    border-radius: 99px; background: var(--line);
  }
}
@media (prefers-color-scheme: dark) and (min-width: 40rem) {
  main.phone { border-color: #39464b; }
}
@media print {
  .top nav, .skip, .buttons, .sandbox, .bottom { display: none; }
  main { border: 0; box-shadow: none; }
}
`;
