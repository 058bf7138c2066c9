import { createHash } from "node:crypto";
import { type Html, html } from "./html/html.ts";
import { pageStyle } from "./style/page-style.ts";

const sharedStyle = `${pageStyle}
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin-top: 1rem; }
dd { font-weight: 600; }
main p { margin-top: 0.75rem; }
.list { display: grid; gap: 0.25rem; padding-left: 1.25rem; list-style: disc; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-top: 0.5rem; } }
.passed { color: var(--good); }
.failed { color: var(--danger); font-weight: 700; }
.skipped, .blocked, .not-proven, .not-seen, .warning, .variant { color: var(--notice); }
`;

/** Formats a report as a page of its own, without scripts, that needs no other file. */
export const formatReportPage = (title: string, moreStyle: string, content: Html): string => {
  const style = `${sharedStyle}${moreStyle}`;
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style></style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  // A style sheet is not escaped; it is the only part of the page that is constant.
  const styled = String(page).replace("<style></style>", () => `<style>${style}</style>`);
  return `<!doctype html>\n${styled}`;
};
