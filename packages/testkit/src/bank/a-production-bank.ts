import type { AddressInfo } from "node:net";
import type { TppRegister } from "@varde/bank";
import { type BankConfiguration, createBank, sandboxConfiguration } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";

export interface ProductionBank extends AsyncDisposable {
  readonly addresses: { readonly http: string };
  /** The lines of its log so far, parsed. */
  readonly logLines: readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/**
 * Starts a bank in production mode on the storage and the ports of a sandbox. The test supplies
 * what a real bank's register and trust anchors would say.
 */
export const aProductionBank = async (
  sandbox: TestBank,
  configuration: Partial<BankConfiguration>,
  register: Partial<TppRegister> = {},
): Promise<ProductionBank> => {
  const logLines: Record<string, unknown>[] = [];
  await using stack = new AsyncDisposableStack();
  const running = createBank({
    configuration: {
      ...sandboxConfiguration,
      mode: "production",
      bankId: "test-bank",
      trust: "anchors",
      ...configuration,
    },
    storage: sandbox.storage,
    logTo: { write: (line) => void logLines.push(JSON.parse(line)) },
    ports: {
      ...sandbox.bank,
      tppRegister: {
        reasonToRefuse: async () => undefined,
        isRevoked: async () => false,
        ...register,
      },
    },
  });
  stack.defer(() => running.close());
  await running.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = running.app.server.address() as AddressInfo;
  const opened = stack.move();
  const close = () => opened.disposeAsync();
  return {
    addresses: { http: `http://127.0.0.1:${port}` },
    logLines,
    close,
    [Symbol.asyncDispose]: close,
  };
};
