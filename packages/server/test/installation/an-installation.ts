import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate, type TLSSocket } from "node:tls";
import type { BanksFolder } from "@varde/testkit/server";
import { loadInstallation, type RunningInstallation, startInstallation } from "../../src/index.ts";

/** A running folder of banks, and the lines of its log. */
export interface TestInstallation extends RunningInstallation, AsyncDisposable {
  readonly lines: Record<string, unknown>[];
  /** Waits until a bank has a state. */
  until(bank: string, state: string): Promise<void>;
}

/** Starts the banks of a folder in this process. */
export const anInstallation = async (
  folder: BanksFolder,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestInstallation> => {
  const lines: Record<string, unknown>[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const loaded = loadInstallation(folder.banks, environment);
  const running = await startInstallation(loaded, environment, logTo);
  const until = async (bank: string, state: string) => {
    while (running.banks().find((each) => each.bank === bank)?.state !== state) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { ...running, lines, until, [Symbol.asyncDispose]: running.close };
};

/** A response, and the certificate that the server showed. */
export interface Received {
  readonly status: number;
  readonly text: string;
  readonly certificate?: PeerCertificate;
}

interface Connected extends AsyncDisposable {
  /** Sends a request exactly as it is written, and reads one response. */
  send(...lines: readonly string[]): Promise<Received>;
  /** Sends the beginning of a request. */
  write(...lines: readonly string[]): void;
}

/** Opens a connection; with https, `serverName` is the name that the client asks for. */
export const openConnection = async (
  address: string,
  tls: { readonly serverName?: string; readonly key?: string; readonly cert?: string } = {},
): Promise<Connected> => {
  const { protocol, hostname: host, port } = new URL(address);
  const isTls = protocol === "https:";
  const { serverName: servername = "", ...identity } = tls;
  const options = { host, port: Number(port), servername, rejectUnauthorized: false, ...identity };
  const socket: Socket = isTls ? connectTls(options) : connect(options);
  await once(socket, isTls ? "secureConnect" : "connect");
  const certificate = isTls ? (socket as TLSSocket).getPeerCertificate() : undefined;
  return {
    send: async (...lines) => {
      let received = "";
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      while (!isComplete(received)) received += String((await once(socket, "data"))[0]);
      const text = received.slice(received.indexOf("\r\n\r\n") + 4);
      return { status: Number(received.split(" ")[1]), text, ...(certificate && { certificate }) };
    },
    write: (...lines) => void socket.write(lines.join("\r\n")),
    [Symbol.asyncDispose]: async () => void socket.destroy(),
  };
};

const isComplete = (received: string): boolean => {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
  return Buffer.byteLength(received.slice(end + 4)) >= length;
};
