import {
  type BankConfiguration,
  type BankPorts,
  createBank,
  type RunningBank,
  sandboxConfiguration,
  type TppRegister,
} from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { portOf } from "../processes/listen-locally.ts";
import { aTpp } from "../tpp/raw-tpp.ts";
import { aBank } from "./a-bank.ts";
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
  const port = portOf(running.app.server);
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

/** Starts a production bank whose register of TPPs a test can replace. At first it admits all. */
export const aBankWithRegister = async (configuration: Partial<BankConfiguration>) => {
  await using stack = new AsyncDisposableStack();
  const sandbox = stack.use(await aBank());
  const admitAll: TppRegister["admit"] = async () => ({ isAdmitted: true });
  const register = { admit: admitAll };
  const anchors = [sandbox.authority.certificate];
  const bank = stack.use(
    await aProductionBank(
      sandbox,
      { anchors, ...configuration },
      { tppRegister: { admit: (request) => register.admit(request) } },
    ),
  );
  const opened = stack.move();
  return {
    address: bank.addresses.http,
    metrics: bank.bank.metrics,
    createTlsServer: bank.createTlsServer,
    close: bank.close,
    tpp: aTpp(bank, sandbox.tpp),
    register,
    /** Lets the register admit all TPPs again. */
    restore: () => {
      register.admit = admitAll;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
