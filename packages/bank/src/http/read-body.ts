import type { IncomingMessage } from "node:http";
import type { RequestHeaders } from "../request/request-headers.ts";
import type { Connections } from "./connections/connections.ts";

const nothing = Buffer.alloc(0);
const noBody = { rawBody: nothing, isTooLarge: false };
const tooLarge = { rawBody: nothing, isTooLarge: true };

/** The limit of a body, and the connections that count it until it has arrived. */
interface AwaitedBody {
  readonly bytesMax: number;
  readonly connections: Connections;
}

export interface ReadBody {
  readonly rawBody: Buffer;
  readonly isTooLarge: boolean;
}

/**
 * Reads the bytes of a body as they were sent, whatever the method and the content type, because
 * the digest covers them. A body of more than `bytesMax` is not read to its end. If the caller
 * disconnects, `done` is never called.
 */
export const readBody = (
  request: IncomingMessage,
  headers: RequestHeaders,
  awaited: AwaitedBody,
  done: (body: ReadBody) => void,
): void => {
  const length = headers.get("content-length");
  if (length === undefined && !headers.has("transfer-encoding")) done(noBody);
  else if (Number(length) > awaited.bytesMax) done(tooLarge);
  else gather(request, awaited, done);
};

const gather = (
  request: IncomingMessage,
  { bytesMax, connections }: AwaitedBody,
  done: (body: ReadBody) => void,
): void => {
  connections.awaitBody(request);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    chunks.push(chunk);
    connections.growBody(request, chunk.length);
    if (bytes <= bytesMax) return;
    request.off("data", take).off("end", end);
    connections.endBody(request);
    done(tooLarge);
  };
  const end = (): void => {
    connections.endBody(request);
    const [first] = chunks;
    const isWhole = chunks.length === 1 && first !== undefined;
    done({ rawBody: isWhole ? first : Buffer.concat(chunks), isTooLarge: false });
  };
  request.on("data", take).on("end", end);
};
