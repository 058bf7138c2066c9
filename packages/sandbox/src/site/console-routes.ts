import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { markAsset, pageStyle } from "@varde/bank";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
  const sendScript = createCompressed(() => readConsoleFile("main.js"));
  const sendStyle = createCompressed(async () => pageStyle + (await readConsoleFile("style.css")));
  app.get("/console/main.js", (request, reply) =>
    sendScript(request, reply.type("text/javascript; charset=utf-8")),
  );
  app.get("/console/style.css", (request, reply) =>
    sendStyle(request, reply.type("text/css; charset=utf-8")),
  );
  app.get("/console/mark.svg", (_request, reply) =>
    reply.type(markAsset.contentType).send(markAsset.body),
  );
};

const compress = promisify(gzip);

/** Returns a function that sends a text, compressed once, to clients that accept it. */
export const createCompressed = (read: () => Promise<string>) => {
  let known: { readonly text: string; readonly bytes: Promise<Buffer> } | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const text = await read();
    reply.header("vary", "accept-encoding");
    if (!acceptsGzip(request.headers["accept-encoding"])) return reply.send(text);
    if (known?.text !== text) known = { text, bytes: compress(text) };
    return reply.header("content-encoding", "gzip").send(await known.bytes);
  };
};

/** Returns whether a client accepts gzip; `gzip;q=0` means that it does not. */
const acceptsGzip = (accepted = ""): boolean =>
  accepted.split(",").some((one) => {
    const [name, ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
