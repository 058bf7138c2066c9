import { markAsset, pageStyle } from "@varde/bank";
import type { FastifyInstance } from "fastify";
import { fixedDocument } from "./fixed-document.ts";
import { readConsoleFile } from "./read-console-file.ts";
import { siteHeaders } from "./site-headers.ts";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Varde console</title>
<link rel="icon" type="image/svg+xml" href="/console/mark.svg">
<link rel="stylesheet" href="/console/style.css">
<script type="module" src="/console/main.js"></script>
</head>
<body>
<div id="console"><noscript><main class="lone"><h1>The console needs JavaScript</h1>
<p>Switch it on for this address. The <a href="/docs">reference and the guides</a> work without it,
and the command line, <code>varde</code>, can do the same as the console.</p>
</main></noscript></div>
</body>
</html>
`;

/**
 * Serves the console at the root. Its page and files are the same for everyone; what it shows comes
 * from the control API, which decides who may use it.
 */
export const consoleRoutes = async (app: FastifyInstance): Promise<void> => {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(siteHeaders);
  });
  app.get(
    "/",
    fixedDocument("text/html; charset=utf-8", () => page),
  );
  app.get(
    "/console/main.js",
    fixedDocument("text/javascript; charset=utf-8", () => readConsoleFile("main.js")),
  );
  app.get(
    "/console/style.css",
    fixedDocument(
      "text/css; charset=utf-8",
      async () => pageStyle + (await readConsoleFile("style.css")),
    ),
  );
  app.get(
    "/console/mark.svg",
    fixedDocument(markAsset.contentType, () => String(markAsset.body)),
  );
};
