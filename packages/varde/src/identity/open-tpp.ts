import { type ControlClient, ControlFailed, openControl } from "@varde/protocol/control-client";
import { createTppClient, type TppClient } from "@varde/tpp";
import { type Invocation, UsageError } from "../command.ts";
import { nextCommand, readTimeoutMs } from "../options.ts";
import { folderDefault, openTppFolder, type TppFolder } from "./tpp-folder.ts";
import { isLoopback, trustAuthorities } from "./trust-authorities.ts";

/** The TPP that a command acts as, with clients for its bank. */
export interface OpenTpp extends Disposable {
  readonly folder: TppFolder;
  readonly bank: string;
  readonly client: TppClient;
  readonly control: ControlClient;
}

const bankDefault = "http://127.0.0.1:8080";

export const openFolder = (invocation: Invocation): TppFolder =>
  openTppFolder(invocation.text("tpp") ?? invocation.environment.VARDE_TPP ?? folderDefault, {
    create: nextCommand(invocation, "tpp", "new"),
    adopt: nextCommand(invocation, "tpp", "import"),
  });

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

/**
 * Returns the control token if it may be sent to this bank: one on this machine, or the one that
 * the user named. A TPP's folder and a link may be somebody else's, and must not get it.
 */
export const readControlToken = (
  { text, environment }: Invocation,
  bank: string,
): string | undefined => {
  const named = URL.parse(text("bank") ?? environment.VARDE_BANK ?? "");
  const isNamed = named?.origin === new URL(bank).origin;
  return isNamed || isLoopback(bank) ? environment.VARDE_CONTROL_TOKEN : undefined;
};

export const openControlApi = (
  invocation: Invocation,
  bank = readBank(invocation),
): ControlClient => {
  trustAuthorities(invocation, bank, openFolder(invocation));
  const token = readControlToken(invocation, bank);
  if (!isWithheld(invocation, token)) return openControl(bank, token, readTimeoutMs(invocation));
  // Only the calls fail, so that commands that just look for more in a sandbox still work.
  const call = () => refuseWithheldToken(invocation, bank) as never;
  return { get: call, post: call, put: call, patch: call, delete: call, follow: call };
};

const isWithheld = ({ environment }: Invocation, token: string | undefined): boolean =>
  token === undefined && environment.VARDE_CONTROL_TOKEN !== undefined;

/** Throws if the control token is set and must not be sent to this bank. */
export const refuseWithheldToken = (invocation: Invocation, bank: string): void => {
  if (!isWithheld(invocation, readControlToken(invocation, bank))) return;
  const { origin } = new URL(bank);
  throw new ControlFailed(
    `VARDE_CONTROL_TOKEN is not sent to ${origin}, because neither --bank nor VARDE_BANK names ` +
      `it. If this is your sandbox, add --bank ${origin} or set VARDE_BANK.`,
    403,
  );
};

/** Opens the TPP's folder and clients for its bank. Prints the warnings of a sandbox. */
export const openTpp = (invocation: Invocation): OpenTpp => {
  const folder = openFolder(invocation);
  const identity = folder.readIdentity();
  const bank = readBank(invocation, folder);
  const record = folder.readRecord();
  const isOwnSandbox = record.bank === bank || isLoopback(bank);
  const timeoutMs = readTimeoutMs(invocation);
  const client = createTppClient({
    bank: { baseUrl: bank },
    identity,
    brand: record.name,
    signRequestTarget: isOwnSandbox && record.signRequestTarget === true,
    retries: { repeatUnreachable: false },
    ...(timeoutMs !== undefined && { timeoutMs }),
    onExchange: ({ warning, error, attempt }) => {
      if (warning !== undefined) {
        invocation.terminal.note(`Warning from the bank: ${warning}`, { warning });
      }
      // The failure itself says what is wrong.
      if (error !== undefined && error.fault !== "unreachable" && error.fault !== "tls") {
        invocation.terminal.note(`No response (attempt ${attempt}).`, { noResponse: { attempt } });
      }
    },
  });
  return {
    folder,
    bank,
    client,
    // Also makes the client trust the authorities of the bank.
    control: openControlApi(invocation, bank),
    [Symbol.dispose]: () => client.close(),
  };
};
