import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends a document, if it exists. */
export type SendDocument = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const compress = promisify(gzip);

/**
 * Returns a function that sends a document that does not change, compressed to clients that accept
 * it. It is made and compressed once, so that whoever asks for it again costs little more than the
 * bytes that are sent.
 */
export const fixedDocument = (
  contentType: string,
  make: () => string | Promise<string>,
): SendDocument => {
  const plain = once(async () => Buffer.from(await make()));
  const compressed = once(async () => compress(await plain()));
  return async (request, reply) => {
    const isCompressed = acceptsGzip(request.headers["accept-encoding"]);
    const bytes = await (isCompressed ? compressed() : plain());
    reply.type(contentType).header("vary", "accept-encoding");
    if (isCompressed) reply.header("content-encoding", "gzip");
    return reply.send(bytes);
  };
};

/** Returns a function that calls another one until it has succeeded. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

/** Returns whether a client accepts gzip; `gzip;q=0` means that it does not. */
const acceptsGzip = (accepted = ""): boolean =>
  accepted.split(",").some((one) => {
    const [name, ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
