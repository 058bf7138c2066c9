import type { IncomingMessage } from "node:http";

/** Reads the body of a request. Returns undefined if it is too large. */
export const readBytes = async (
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes: Buffer = part;
    length += bytes.length;
    // The rest is read and dropped, so that the sender receives the response.
    if (length <= bytesMax) parts.push(bytes);
  }
  return length > bytesMax ? undefined : Buffer.concat(parts);
};
