import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** The moment of a request at which the proxy runs its hook and drops the connection. */
export type Moment = "before" | "after";

interface Passed {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Starts a proxy in front of a core bank. When it is armed, the next submission of payments is
 * lost: before it reaches the core bank, or after the core bank has executed it.
 */
export const startKillingProxy = async (target: string) => {
  let armed: { readonly moment: Moment; kill(): Promise<void> } | undefined;
  const submissions: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = request.url ?? "";
    const isSubmission = url.endsWith("/instructions/submit");
    if (isSubmission) submissions.push(String(request.headers["idempotency-key"]));
    const hit = isSubmission ? armed : undefined;
    if (hit !== undefined) armed = undefined;
    if (hit?.moment === "before") {
      await hit.kill();
      response.destroy();
      return;
    }
    try {
      const passed = await pass(`${target}${url}`, request.headers, body);
      if (hit !== undefined) {
        await hit.kill();
        response.destroy();
        return;
      }
      response.writeHead(passed.status, { "content-type": "application/json" }).end(passed.body);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
    submissions,
    arm: (moment: Moment, kill: () => Promise<void>) => {
      armed = { moment, kill };
    },
  };
};

const pass = (url: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const passing = send(url, { method: "POST", headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }),
      );
    });
    passing.on("error", reject);
    passing.end(body);
  });
