import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { creationRows } from "./creation-rows.ts";
import { storeInPostgres } from "./store-in-postgres.ts";
import { type Store, storeInSqlite } from "./store-in-sqlite.ts";
import { verifyByHand } from "./verify-by-hand.ts";

/**
 * The minimal work of a server for a signed payment: read, verify digest and signature, store the
 * rows durably, respond. The bank is compared with this floor.
 * Arguments: the port, then "sqlite" with a folder, "postgres" with an address, or "verify".
 */
const [port, kind, place = ""] = process.argv.slice(2);

const stores: Record<string, () => Promise<Store>> = {
  sqlite: () => storeInSqlite(place),
  postgres: () => storeInPostgres(place),
  verify: async () => async () => true,
};

const store = await stores[kind ?? ""]?.();
if (store === undefined) throw new Error(`Unknown floor "${kind}".`);

const send = (response: ServerResponse, status: number, requestId: string, body: string) => {
  response.writeHead(status, {
    "x-request-id": requestId,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
};

const respond = async (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
  const requestId = request.headers["x-request-id"] as string;
  if (!verifyByHand(request.headers, body)) return send(response, 400, requestId, "{}");
  if (request.method === "GET") {
    return send(response, 200, requestId, '{"transactionStatus":"RCVD"}');
  }
  const digest = request.headers.digest as string;
  const creation = creationRows(requestId, digest, body.toString());
  const isNew = await store(creation);
  return send(response, isNew ? 201 : 409, requestId, isNew ? creation.response : "{}");
};

const server = createServer((request, response) => {
  if (request.url === "/health/ready") return send(response, 200, "", "{}");
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = chunks.length === 1 ? chunks[0] : undefined;
    respond(request, response, body ?? Buffer.concat(chunks)).catch((error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    });
  });
});
server.listen(Number(port), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
