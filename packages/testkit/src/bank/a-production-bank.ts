import type { AddressInfo } from "node:net";
import {
  type BankConfiguration,
  type BankPorts,
  createBank,
  type RunningBank,
  sandboxConfiguration,
} from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { type RequestLog, requestLog } from "./request-log.ts";

export interface ProductionBank extends AsyncDisposable {
  readonly addresses: { readonly http: string };
  readonly log: RequestLog;
  readonly bank: RunningBank["bank"];
  createTlsServer: RunningBank["createTlsServer"];
  close(): Promise<void>;
}

/**
 * Starts a bank in production mode on the storage and the ports of a sandbox. The test supplies
 * what differs in a real bank: its trust anchors, its register, a port that fails.
 */
export const aProductionBank = async (
  sandbox: TestBank,
  configuration: Partial<BankConfiguration>,
  ports: Partial<BankPorts> = {},
): Promise<ProductionBank> => {
  const log = requestLog();
  await using stack = new AsyncDisposableStack();
  const address = { publicUrl: configuration.publicUrl ?? sandboxConfiguration.publicUrl };
  const running = createBank({
    configuration: {
      ...sandboxConfiguration,
      mode: "production",
      bankId: "test-bank",
      trust: "anchors",
      ...configuration,
      get publicUrl() {
        return address.publicUrl;
      },
    },
    storage: sandbox.storage,
    logTo: log.logTo,
    ports: {
      ...sandbox.bank,
      tppRegister: { admit: () => ({ isAdmitted: true }) },
      certificateTrust: undefined,
      ...ports,
    },
  });
  stack.defer(() => running.close());
  await running.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = running.app.server.address() as AddressInfo;
  address.publicUrl = configuration.publicUrl ?? `http://127.0.0.1:${port}`;
  const opened = stack.move();
  const close = () => opened.disposeAsync();
  return {
    addresses: { http: `http://127.0.0.1:${port}` },
    log,
    bank: running.bank,
    createTlsServer: running.createTlsServer,
    close,
    [Symbol.asyncDispose]: close,
  };
};
