import { connect } from "node:net";

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  send(request: Buffer): void;
  close(): void;
}

export interface ConnectionEvents {
  readonly onAnswer: (answer: string, ms: number, connection: Connection) => void;
  /** The server closed it, or it broke; not called once `close` was. */
  readonly onLost: (error: Error) => void;
}

const readBytes = 64 * 1024;
/** For all connections: what is read is taken out before anything else is read. */
const buffer = Buffer.allocUnsafe(readBytes);

export const openConnection = (port: number, events: ConnectionEvents): Promise<Connection> =>
  new Promise((resolve, reject) => {
    let sentAt = 0;
    let answer = "";
    let isClosed = false;
    const received = (size: number) => {
      answer += buffer.toString("latin1", 0, size);
      const length = lengthOf(answer);
      if (length === undefined || answer.length < length) return true;
      const whole = answer;
      answer = "";
      events.onAnswer(whole, performance.now() - sentAt, connection);
      return true;
    };
    const onread = { buffer, callback: received };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    const lost = (error: Error) => {
      if (!isClosed) events.onLost(error);
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

/** The length of the whole answer, once its head is there. */
const lengthOf = (answer: string): number | undefined => {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer)?.[1];
  return head + 4 + Number(length ?? 0);
};
