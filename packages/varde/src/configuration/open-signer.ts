import { resolve } from "node:path";
import { keySigner, type ResponseSigner } from "@varde/bank";
import { readStoredResponseIdentity } from "@varde/sandbox";
import { CommandFailed, type Invocation } from "../command.ts";
import { failIfRefused, loadBankSettings } from "./load-settings.ts";

interface OpenedSigner extends AsyncDisposable {
  /** Undefined if the bank signs nothing, or has signed nothing yet. */
  readonly signer: ResponseSigner | undefined;
}

/**
 * Opens the signer of the bank that a command works on: with --production and a file, the one that
 * it names, else that of the sandbox in the data folder.
 */
export const openSigner = async (invocation: Invocation): Promise<OpenedSigner> => {
  const { has, text, environment } = invocation;
  const file = text("config");
  if (has("production")) {
    if (file === undefined) return signWith(undefined);
    const { loadServerSettings, openResponseSigner } = await import("@varde/server");
    const { values } = failIfRefused(() => loadServerSettings(file, environment));
    try {
      return await openResponseSigner(values);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailed(`responseSigner: ${reason}`, { cause: error });
    }
  }
  const { dataFolder } = await loadBankSettings(invocation);
  const identity = failIfRefused(() => readStoredResponseIdentity(resolve(dataFolder)));
  return signWith(identity && keySigner(() => identity));
};

const signWith = (signer: ResponseSigner | undefined): OpenedSigner => ({
  signer,
  [Symbol.asyncDispose]: async () => {},
});
