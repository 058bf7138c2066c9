import type { IncomingMessage } from "node:http";
import { bodyBytesMax } from "../constants.ts";
import type { RequestHeaders } from "./request-headers.ts";

const noBody = Buffer.alloc(0);

/**
 * Hands over the bytes of a body as they came, whatever the method and the content type, since a
 * digest is made over them. A body that is too large is not read to its end. A caller that goes
 * away in the middle is not heard of again.
 */
export const readBody = (
  request: IncomingMessage,
  headers: RequestHeaders,
  done: (body: Buffer | "too large") => void,
): void => {
  const length = headers.get("content-length");
  if (length === undefined && !headers.has("transfer-encoding")) done(noBody);
  else if (Number(length) > bodyBytesMax) done("too large");
  else gather(request, done);
};

const gather = (request: IncomingMessage, done: (body: Buffer | "too large") => void): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= bodyBytesMax) return;
    request.off("data", take).off("end", end);
    done("too large");
  };
  const end = (): void => {
    const [first] = chunks;
    done(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  };
  request.on("data", take).on("end", end);
};
