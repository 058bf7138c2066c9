import { markAsset, pageStyle } from "@varde/bank";
import type { FastifyInstance } from "fastify";
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
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/console/main.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(await readConsoleFile("main.js")),
  );
  app.get("/console/style.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(pageStyle + (await readConsoleFile("style.css"))),
  );
  app.get("/console/mark.svg", (_request, reply) =>
    reply.type(markAsset.contentType).send(markAsset.body),
  );
};
