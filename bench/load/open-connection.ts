import { connect } from "node:net";

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  send(request: Buffer): void;
  close(): void;
}

export interface ConnectionEvents {
  readonly onResponse: (response: string, ms: number, connection: Connection) => void;
  /** Called if the server closes the connection or it fails, but not after `close`. */
  readonly onLost: (error: Error, connection: Connection) => void;
}

const readBytes = 64 * 1024;
/** A buffer for all connections: its content is consumed before the next read. */
const buffer = Buffer.allocUnsafe(readBytes);

export const openConnection = (port: number, events: ConnectionEvents): Promise<Connection> =>
  new Promise((resolve, reject) => {
    let sentAt = 0;
    let response = "";
    let isClosed = false;
    const received = (size: number) => {
      response += buffer.toString("latin1", 0, size);
      if (!isWhole(response)) return true;
      const whole = response;
      response = "";
      events.onResponse(whole, performance.now() - sentAt, connection);
      return true;
    };
    const onread = { buffer, callback: received };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    const lost = (error: Error) => {
      if (!isClosed) events.onLost(error, connection);
      isClosed = true;
      reject(error);
    };
    socket.on("error", lost);
    socket.on("close", () => lost(new Error("The server closed a connection.")));
    const connection: Connection = {
      send: (request) => {
        sentAt = performance.now();
        socket.write(request);
      },
      close: () => {
        isClosed = true;
        socket.destroy();
      },
    };
    socket.on("connect", () => resolve(connection));
  });

/** Returns whether the response has arrived completely, whatever way its length is given. */
const isWhole = (response: string): boolean => {
  const head = response.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response)?.[1];
  if (length !== undefined) return response.length >= head + 4 + Number(length);
  const isChunked = /\r\ntransfer-encoding: *chunked\r\n/i.test(response.slice(0, head + 2));
  return !isChunked || response.endsWith("\r\n0\r\n\r\n");
};
