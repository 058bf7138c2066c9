import { type IncomingHttpHeaders, request } from "node:http";
import { startCoreBank } from "@varde/sandbox/core-bank";
import { serveLocally } from "../processes/listen-locally.ts";

/** A call that a core bank received. */
export interface RecordedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A core bank behind the HTTP contract, with a record of the calls to it. */
export interface RecordedCoreBank extends AsyncDisposable {
  /** Base address of the contract. */
  readonly url: string;
  readonly calls: RecordedCall[];
  /** Whether calls get no response from now on, though their connections stay open. */
  hangs: boolean;
}

/** Starts a core bank with the data set, behind a server that records calls and forwards them. */
export const startRecordedCoreBank = async (): Promise<RecordedCoreBank> => {
  await using stack = new AsyncDisposableStack();
  const core = await startCoreBank({
    location: { engine: "sqlite", memory: true },
    host: "127.0.0.1",
    port: 0,
    onFailure: () => {},
  });
  stack.defer(core.close);
  const calls: RecordedCall[] = [];
  const state = { hangs: false };
  const recorder = stack.use(
    await serveLocally((received, response) => {
      const { method, url = "", headers } = received;
      calls.push({ path: url, headers });
      if (state.hangs) return;
      const forwarded = request(new URL(url, core.url), { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      });
      received.pipe(forwarded.on("error", () => response.destroy()));
    }),
  );
  const opened = stack.move();
  const url = `${recorder.url}${new URL(core.url).pathname}`;
  return Object.assign(state, {
    ...{ url, calls, [Symbol.asyncDispose]: () => opened.disposeAsync() },
  });
};
