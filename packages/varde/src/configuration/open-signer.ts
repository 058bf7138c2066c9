import { resolve } from "node:path";
import { keySigner, type ResponseSigner } from "@varde/bank";
import { readStoredResponseIdentity } from "@varde/sandbox";
import { CommandFailed } from "../command.ts";
import type { BankInvocation } from "./choose-banks.ts";
import { failIfRefused } from "./load-settings.ts";

interface OpenedSigner extends AsyncDisposable {
  /** Undefined if the bank signs nothing, or has signed nothing yet. */
  readonly signer: ResponseSigner | undefined;
}

/**
 * Opens the signer of the bank that a command works on: in production the one that its file names,
 * else that of the sandbox in the data folder.
 */
export const openSigner = async ({ bank }: BankInvocation): Promise<OpenedSigner> => {
  const { served, settings, isProduction } = bank;
  if (isProduction) {
    if (served === undefined) return signWith(undefined);
    const { openResponseSigner } = await import("@varde/server");
    try {
      return await openResponseSigner(served);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailed(`responseSigner: ${reason}`, { cause: error });
    }
  }
  const identity = failIfRefused(() => readStoredResponseIdentity(resolve(settings.dataFolder)));
  return signWith(identity && keySigner(() => identity));
};

const signWith = (signer: ResponseSigner | undefined): OpenedSigner => ({
  signer,
  [Symbol.asyncDispose]: async () => {},
});
