import type { TppCertificate } from "./certificate-authority/index.ts";
import { type Addresses, listenHttp } from "./listen.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "./open-sandbox.ts";

/** A bank inside a test run. */
export interface TestBank extends Sandbox {
  readonly addresses: Addresses;
  /** The certificate and key of a TPP with every role, ready to use. */
  readonly tpp: TppCertificate;
}

/**
 * Starts a bank in this process, in memory, on a free port, with a TPP that can use it at once.
 *
 * @example
 * const bank = await startBank();
 * // … call bank.addresses.http …
 * await bank.close();
 */
export const startBank = async (options: Partial<SandboxOptions> = {}): Promise<TestBank> => {
  const sandbox = await openSandbox({
    location: { engine: "sqlite", memory: true },
    logTo: { write: () => undefined },
    ...options,
  });
  const http = await listenHttp(sandbox.app, "127.0.0.1", 0);
  sandbox.setPublicUrl(http);
  const tpp = await sandbox.authority.issueTppCertificate({
    name: "Test TPP",
    organisationNumber: "310000000",
    roles: ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"],
    kind: "working",
  });
  return Object.assign(sandbox, { addresses: { http, https: undefined }, tpp });
};
