import { createPrivateKey, sign } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

interface SealFiles {
  readonly socket: string;
  readonly keyPem: string;
  readonly certificatePem: string;
}

/** Receives the seal once, listens on the socket, and signs until the parent ends. */
process.once("message", async ({ socket, keyPem, certificatePem }: SealFiles) => {
  const key = createPrivateKey(keyPem);
  const server = createServer(async (request, response) => {
    const signature = sign("sha256", await buffer(request), key).toString("base64");
    response.end(JSON.stringify({ signature, certificate: certificatePem }));
  });
  rmSync(socket, { force: true });
  await once(server.listen(socket), "listening");
  process.send?.("listening");
});
process.once("disconnect", () => process.exit());
