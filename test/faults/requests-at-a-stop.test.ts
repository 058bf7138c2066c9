import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, test } from "node:test";
import { aBankWithRegister } from "@varde/testkit/bank";
import { formatRequest, selfSigned } from "@varde/testkit/tpp";
import { connectTo } from "../attacks/pipelines.ts";

/** Starts a bank that holds requests once they are verified, and can be reached in two ways. */
const aHoldingBank = async () => {
  const bank = await aBankWithRegister({});
  const released = Promise.withResolvers<void>();
  let heldCount = 0;
  bank.register.admit = async () => {
    heldCount += 1;
    await released.promise;
    return { isAdmitted: true };
  };
  const tls = bank.createTlsServer(selfSigned());
  tls.listen(0, "127.0.0.1");
  await once(tls, "listening");
  const { port } = tls.address() as { port: number };
  return {
    ...bank,
    addresses: { "plain HTTP": bank.address, TLS: `https://127.0.0.1:${port}` },
    release: released.resolve,
    heldCount: () => heldCount,
    /** Returns the bytes of a request for accounts. */
    sign: async () => {
      const { method, path, headers } = await bank.tpp.sign({ path: "/v1/accounts" });
      return formatRequest(method, path, headers);
    },
  };
};

/** Collects what a connection receives until it is closed. */
const collect = (socket: Socket): (() => string) => {
  let received = "";
  socket.on("data", (data) => {
    received += data.toString("latin1");
  });
  return () => received;
};

const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once("close", resolve);
  });

/** Asserts that this is one response of an operation, and whole. */
const assertWhole = (received: string): void => {
  const [head = "", body = ""] = received.split("\r\n\r\n");
  assert.match(head, /^HTTP\/1\.1 4\d\d /);
  assert.equal(body.length, Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1]), received);
};

describe("requests while the bank stops", () => {
  for (const transport of ["plain HTTP", "TLS"] as const) {
    test(`F13: the response in flight is the last one over ${transport}`, async () => {
      await using bank = await aHoldingBank();
      const idle = await connectTo(bank.addresses[transport]);
      const receivedIdle = collect(idle);
      const socket = await connectTo(bank.addresses[transport]);
      const received = collect(socket);
      // The second one waits behind the first, and the third arrives while the bank stops.
      socket.write(Buffer.concat([await bank.sign(), await bank.sign()]));
      while (bank.heldCount() === 0) await new Promise(setImmediate);
      const closed = bank.close();
      await untilClosed(idle);
      socket.write(await bank.sign());
      bank.release();
      await Promise.all([untilClosed(socket), closed]);
      assertWhole(received());
      assert.match(received(), /\r\nConnection: close\r\n/);
      assert.equal(receivedIdle(), "");
      assert.equal(bank.heldCount(), 1, "a request was served that was sent ahead");
    });
  }
});
