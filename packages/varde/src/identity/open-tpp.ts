import { type ControlClient, openControl } from "@varde/protocol/control-client";
import { createTppClient, type TppClient } from "@varde/tpp";
import { type Invocation, UsageError } from "../command.ts";
import { readTimeoutMs } from "../options.ts";
import { folderDefault, openTppFolder, type TppFolder } from "./tpp-folder.ts";

/** The TPP that a command acts as, with clients for its bank. */
export interface OpenTpp extends Disposable {
  readonly folder: TppFolder;
  readonly bank: string;
  readonly client: TppClient;
  readonly control: ControlClient;
}

const bankDefault = "http://127.0.0.1:8080";

export const openFolder = ({ text, environment, program }: Invocation): TppFolder =>
  openTppFolder(text("tpp") ?? environment.VARDE_TPP ?? folderDefault, program);

/** Returns the bank's address: from the option, the environment, or the TPP's record. */
export const readBank = (invocation: Invocation, folder = openFolder(invocation)): string => {
  const given = invocation.text("bank") ?? invocation.environment.VARDE_BANK;
  const known = folder.exists ? folder.readRecord().bank : undefined;
  const bank = (given ?? known ?? bankDefault).replace(/\/$/, "");
  const url = URL.parse(bank);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`the bank must be an http or https address, not "${bank}"`);
  }
  return bank;
};

export const openControlApi = (
  invocation: Invocation,
  bank = readBank(invocation),
): ControlClient =>
  openControl(bank, invocation.environment.VARDE_CONTROL_TOKEN, readTimeoutMs(invocation));

/** Opens the TPP's folder and clients for its bank. Prints the warnings of a sandbox. */
export const openTpp = (invocation: Invocation): OpenTpp => {
  const folder = openFolder(invocation);
  const identity = folder.readIdentity();
  const bank = readBank(invocation, folder);
  const authority = folder.readAuthority();
  const record = folder.readRecord();
  const isOwnSandbox = record.bank === bank || isLoopback(bank);
  const timeoutMs = readTimeoutMs(invocation);
  const client = createTppClient({
    bank: {
      baseUrl: bank,
      ...(authority !== undefined && isOwnSandbox && { ca: authority }),
    },
    identity,
    brand: record.name,
    signRequestTarget: isOwnSandbox && record.signRequestTarget === true,
    retries: { repeatUnreachable: false },
    ...(timeoutMs !== undefined && { timeoutMs }),
    onExchange: ({ warning, error, attempt }) => {
      if (warning !== undefined) {
        invocation.terminal.note(`Warning from the bank: ${warning}`, { warning });
      }
      if (error !== undefined && error.fault !== "unreachable") {
        invocation.terminal.note(`No response (attempt ${attempt}).`, { noResponse: { attempt } });
      }
    },
  });
  return {
    folder,
    bank,
    client,
    control: openControlApi(invocation, bank),
    [Symbol.dispose]: () => client.close(),
  };
};

export const isLoopback = (bank: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(bank).hostname);
