import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { creationRows } from "./creation-rows.ts";
import type { AccountRead, FloorRows } from "./floor-rows.ts";
import { formatAccount } from "./format-account.ts";
import { openPostgresRows } from "./open-postgres-rows.ts";
import { openSqliteRows } from "./open-sqlite-rows.ts";
import { verifyByHand } from "./verify-by-hand.ts";

/**
 * The minimal work of a server for a signed request: verify digest and signature, store the rows of
 * a payment durably or read those of the response, respond. The bank is compared with this floor.
 * Arguments: the port, then "sqlite" with a folder, "postgres" with an address, "verify", or
 * "refuse", which responds with 503 to everything.
 */
const [port, kind, place = ""] = process.argv.slice(2);

const noRows: FloorRows = {
  store: async () => true,
  readStatus: async () => "RCVD",
  readAccount: async () => undefined,
};

const places: Record<string, () => Promise<FloorRows>> = {
  sqlite: () => openSqliteRows(place),
  postgres: () => openPostgresRows(place),
  verify: async () => noRows,
  refuse: async () => noRows,
};

const rows = await places[kind ?? ""]?.();
if (rows === undefined) throw new Error(`Unknown floor "${kind}".`);

const accountPath = /^\/v1\/accounts\/([^/]+)\/(balances|transactions)$/;
const statusPath = /^\/v1\/payments\/[^/]+\/([^/]+)\/status$/;

/** Returns the body of a response, or undefined if the request is refused. */
const read = async ({ url = "", headers }: IncomingMessage): Promise<string | undefined> => {
  const [, accountId, kind] = accountPath.exec(url) ?? [];
  if (accountId === undefined) {
    const status = await rows.readStatus(statusPath.exec(url)?.[1] ?? "");
    return status && JSON.stringify({ transactionStatus: status });
  }
  const call: AccountRead = {
    accountId,
    kind: kind as AccountRead["kind"],
    psuId: headers["psu-id"] as string,
    sessionId:
      headers["psu-ip-address"] === undefined ? undefined : (headers["tpp-session-id"] as string),
  };
  const found = await rows.readAccount(call);
  return found && formatAccount(call, found);
};

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
    const text = await read(request);
    return send(response, text === undefined ? 403 : 200, requestId, text ?? "{}");
  }
  const digest = request.headers.digest as string;
  const creation = creationRows(requestId, digest, body.toString());
  const isNew = await rows.store(creation);
  return send(response, isNew ? 201 : 409, requestId, isNew ? creation.response : "{}");
};

const server = createServer((request, response) => {
  if (request.url === "/health/ready") return send(response, 200, "", "{}");
  if (kind === "refuse") return send(response, 503, "", "{}");
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
