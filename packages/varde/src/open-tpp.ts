import { createTppClient, type TppClient } from "@varde/tpp";
import { type Invocation, UsageError } from "./command.ts";
import { type ControlClient, openControl } from "./control-client.ts";
import { openTppFolder, type TppFolder } from "./identity/tpp-folder.ts";

/** The TPP a command acts as, at the bank it speaks to. */
export interface OpenTpp {
  readonly folder: TppFolder;
  readonly bank: string;
  readonly client: TppClient;
  readonly control: ControlClient;
}

const bankDefault = "http://127.0.0.1:8080";
const folderDefault = ".varde-tpp";

export const folderOf = ({ text, environment }: Invocation): TppFolder =>
  openTppFolder(text("tpp") ?? environment.VARDE_TPP ?? folderDefault);

/** The bank that is meant: what is written, else the environment's, else the TPP's own. */
export const bankOf = (invocation: Invocation, folder = folderOf(invocation)): string => {
  const given = invocation.text("bank") ?? invocation.environment.VARDE_BANK;
  const known = folder.exists ? folder.readRecord().bank : undefined;
  const bank = (given ?? known ?? bankDefault).replace(/\/$/, "");
  const url = URL.parse(bank);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`the bank must be an http or https address, not "${bank}"`);
  }
  return bank;
};

export const controlOf = (invocation: Invocation, bank = bankOf(invocation)): ControlClient =>
  openControl(bank, invocation.environment.VARDE_CONTROL_TOKEN);

/** Opens the TPP's folder and a client of the bank; warnings of a sandbox are passed on. */
export const openTpp = (invocation: Invocation): OpenTpp => {
  const folder = folderOf(invocation);
  const identity = folder.readIdentity();
  const bank = bankOf(invocation, folder);
  const authority = folder.readAuthority();
  const isSandboxOfOurs = folder.readRecord().bank === bank || isLoopback(bank);
  const client = createTppClient({
    bank: {
      baseUrl: bank,
      ...(authority !== undefined && isSandboxOfOurs && { ca: authority }),
    },
    identity,
    brand: folder.readRecord().name,
    onExchange: ({ warning, error, attempt }) => {
      if (warning !== undefined) invocation.terminal.note(`The bank remarks: ${warning}`);
      if (error !== undefined) invocation.terminal.note(`No answer (attempt ${attempt}).`);
    },
  });
  return { folder, bank, client, control: controlOf(invocation, bank) };
};

const isLoopback = (bank: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(bank).hostname);
