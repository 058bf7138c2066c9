import { type Html, html } from "./html.ts";

/** A page of the reference around what it shows. */
export const framePage = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Varde</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><nav aria-label="Reference">
<a href="/docs">Reference</a>
<a href="/docs/errors">Errors</a>
<a href="/docs/openapi.json">openapi.json</a>
</nav></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
