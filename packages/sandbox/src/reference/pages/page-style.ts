export const pageStyle = `:root { color-scheme: light dark; --line: #8884; --quiet: #666; }
@media (prefers-color-scheme: dark) { :root { --quiet: #aaa; } }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); padding: .75rem 1.25rem; }
header a { margin-right: 1.25rem; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0;
  border-bottom: 1px solid var(--line); }
.wide { overflow-x: auto; }
code, pre { font: 14px/1.5 ui-monospace, monospace; }
pre { padding: .75rem; border: 1px solid var(--line); overflow-x: auto; }
.method { display: inline-block; min-width: 4.5em; font-weight: 600; }
.quiet { color: var(--quiet); }
.old { text-decoration: line-through; }
a:focus-visible, summary:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;
