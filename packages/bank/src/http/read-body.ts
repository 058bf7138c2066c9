import type { IncomingMessage } from "node:http";
import type { RequestHeaders } from "../request/request-headers.ts";

const nothing = Buffer.alloc(0);
const noBody = { rawBody: nothing, isTooLarge: false };
const tooLarge = { rawBody: nothing, isTooLarge: true };

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
  bytesMax: number,
  done: (body: ReadBody) => void,
): void => {
  const length = headers.get("content-length");
  if (length === undefined && !headers.has("transfer-encoding")) done(noBody);
  else if (Number(length) > bytesMax) done(tooLarge);
  else gather(request, bytesMax, done);
};

const gather = (
  request: IncomingMessage,
  bytesMax: number,
  done: (body: ReadBody) => void,
): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= bytesMax) return;
    request.off("data", take).off("end", end);
    done(tooLarge);
  };
  const end = (): void => {
    const [first] = chunks;
    const isWhole = chunks.length === 1 && first !== undefined;
    done({ rawBody: isWhole ? first : Buffer.concat(chunks), isTooLarge: false });
  };
  request.on("data", take).on("end", end);
};
