import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import {
  buildSigningString,
  checkDigestHeader,
  coveredHeadersMissing,
  formatDateHeader,
  isInvalid,
  limits,
  matchKeyId,
  missingHeaders,
  type Operation,
  operationList,
  parseDateHeader,
  parseSignatureHeader,
  paymentServices,
  readCertificate,
  signResponse,
  verifySignature,
} from "@varde/protocol";
import { aSeal, type Seal } from "./a-seal.ts";

/** A request that the bank received and verified. */
export interface ReceivedRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** 1 for the first request the bank received. */
  readonly count: number;
}

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Signs the response with the bank's seal. */
  readonly signed?: boolean;
  /** Changes the bytes after they were signed. */
  readonly tamper?: (bytes: Buffer, headers: Record<string, string>) => Buffer;
}

/** Returns the response; "lost" closes the connection instead, "silent" never responds. */
export type Responder = (request: ReceivedRequest) => Reply | "lost" | "silent";

export interface TestBank {
  readonly baseUrl: string;
  readonly requests: ReceivedRequest[];
  readonly seal: Seal;
}

export interface BankOptions {
  readonly prefix?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
}

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const pathPattern = (path: string) =>
  new RegExp(
    `^${path.replace("{service}", `(${paymentServices.join("|")})`).replace(/\{\w+\}/g, "[^/]+")}$`,
  );

const patterns = operationList.map((operation) => ({
  operation,
  pattern: pathPattern(operation.path),
}));

const findOperation = (method: string, path: string): Operation | undefined =>
  patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
    ?.operation;

/** Verifies a request like a real bank and returns what is wrong with it, or undefined. */
const findFault = (request: Omit<ReceivedRequest, "count">): string | undefined => {
  const { headers, method, target, body, operation } = request;
  const missing = missingHeaders(operation, (name) => headers.has(name));
  if (missing.length > 0) return `missing ${missing.join(", ")}`;
  const date = parseDateHeader(headers.get("date") ?? "");
  if (isInvalid(date)) return `Date ${date.reason}`;
  const digest = headers.get("digest");
  if (body.length > 0 && digest === undefined) return "a body without Digest";
  if (digest !== undefined) {
    const checked = checkDigestHeader(digest, body);
    if (isInvalid(checked)) return `Digest ${checked.reason}`;
  }
  const certificate = readCertificate(headers.get("tpp-signature-certificate") ?? "");
  if (isInvalid(certificate)) return `certificate ${certificate.reason}`;
  const signature = parseSignatureHeader(headers.get("signature") ?? "");
  if (isInvalid(signature)) return `Signature ${signature.reason}`;
  const { headers: names, algorithm, keyId } = signature;
  const match = matchKeyId(keyId, certificate);
  if (isInvalid(match)) return `keyId ${match.reason}`;
  const uncovered = coveredHeadersMissing(names, headers);
  if (uncovered.length > 0) return `not covered: ${uncovered.join(", ")}`;
  const text = buildSigningString(names, { method, target, header: (name) => headers.get(name) });
  if (isInvalid(text)) return `Signature ${text.reason}`;
  const { publicKey } = certificate;
  return verifySignature(publicKey, algorithm, text, signature.signature)
    ? undefined
    : "the signature does not verify";
};

/** Starts a bank that verifies requests like a real one and returns the responses of the test. */
export const aBank = async (
  context: TestContext,
  respond: Responder,
  { prefix = "", tls }: BankOptions = {},
): Promise<TestBank> => {
  const seal = aSeal("Test bank");
  const requests: ReceivedRequest[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await readBody(incoming);
    const { method = "", url: target = "" } = incoming;
    const path = target.split("?")[0] ?? "";
    const operation = path.startsWith(prefix)
      ? findOperation(method, path.slice(prefix.length))
      : undefined;
    if (operation === undefined) return reply(outgoing, refusal(404, `no path ${target}`));
    const headers = new Map(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    const request = { operation, method, target, headers, body };
    const wrong = findFault(request);
    if (wrong !== undefined) return reply(outgoing, refusal(400, wrong));
    const verified = { ...request, count: requests.length + 1 };
    requests.push(verified);
    const response = respond(verified);
    if (response === "silent") return;
    if (response === "lost") return incoming.socket.destroy();
    return reply(outgoing, response, headers.get("x-request-id"), seal);
  };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    serve(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `${tls ? "https" : "http"}://127.0.0.1:${port}${prefix}`, requests, seal };
};

const refusal = (status: number, text: string): Reply => ({
  status,
  body: { tppMessages: [{ category: "ERROR", code: "BAD_REQUEST", text }] },
});

const reply = async (
  outgoing: ServerResponse,
  response: Reply,
  requestId?: string,
  seal?: Seal,
): Promise<void> => {
  const { status = 200, body, signed = false, tamper } = response;
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const headers: Record<string, string> = {
    Date: formatDateHeader(Date.now()),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(signed &&
      seal &&
      requestId !== undefined &&
      (await signResponse({
        requestId,
        body: bytes,
        key: seal.privateKey,
        certificate: seal.certificate,
        atMs: Date.now(),
      }))),
    ...response.headers,
  };
  const sent = tamper === undefined ? bytes : tamper(bytes, headers);
  outgoing.writeHead(status, headers).end(sent);
};

/** Returns whether the Date of a request is within the limit of the interface. */
export const isFresh = (request: ReceivedRequest, nowMs: number): boolean => {
  const date = parseDateHeader(request.headers.get("date") ?? "");
  return !isInvalid(date) && Math.abs(nowMs - date) <= limits.clockDeviationSecondsMax * 1000;
};
