import { formatColours, type Palette, palettes, type Scheme } from "./colours.ts";

/** Styles that all pages share: text, links, focus, buttons and fields. */
const base = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans);
  overflow-wrap: break-word;
}
h1, h2, h3, p, ul, dl, dd, pre, fieldset, table { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { text-wrap: balance; }
a { color: var(--primary); text-underline-offset: 0.2em; }
a:hover { color: var(--primary-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
[hidden] { display: none !important; }
.quiet { color: var(--quiet); }
.skip {
  position: absolute; left: 1rem; top: -5rem; padding: 0.5rem 1rem; background: var(--card);
  z-index: 3;
}
.skip:focus { top: 0.75rem; }
.hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

fieldset { min-width: 0; border: 0; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--field);
  border-radius: 8px; background: var(--card); color: inherit; font: inherit;
}
::placeholder { color: var(--quiet); opacity: 1; }
button, a.primary, a.secondary {
  min-height: 2.75rem; padding: 0.375rem 1rem; border: 1px solid var(--field); border-radius: 8px;
  background: var(--card); color: var(--ink); font: inherit; font-weight: 600; line-height: 1.3;
  cursor: pointer;
}
button:hover, a.secondary:hover { border-color: var(--ink); background: var(--soft); }
button.primary, a.primary {
  border-color: var(--primary); background: var(--primary); color: var(--on-primary);
}
button.primary:hover, a.primary:hover {
  border-color: var(--primary-strong); background: var(--primary-strong); color: var(--on-primary);
}
button.danger { border-color: var(--danger); color: var(--danger); }
button.danger:hover { background: var(--danger-soft); }
button:focus-visible, input:focus-visible, select:focus-visible { border-radius: 8px; }
`;

/** Returns the beginning of a stylesheet with these colours. */
export const formatPageStyle = (colours: Readonly<Record<Scheme, Palette>>): string =>
  formatColours(colours) + base;

/** Beginning of the stylesheets that no bank changes: reference, console and reports. */
export const pageStyle = formatPageStyle(palettes);
