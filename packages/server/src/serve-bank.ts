import { listenHttp, listenHttps } from "@varde/bank";
import type { ServedSettings, ServerSettings } from "./configuration/load-server-settings.ts";
import { type BankSurroundings, type OpenedBank, openBank, openServerLog } from "./open-bank.ts";

/** A bank in production that listens. */
export interface ServedBank extends Pick<OpenedBank, "bank" | "warnings"> {
  readonly addresses: { readonly http?: string; readonly https?: string };
  /**
   * Serves for `drainMs`, unless another process has replaced this one, then finishes requests in
   * flight and closes everything.
   */
  readonly close: OpenedBank["close"];
}

/**
 * Opens the bank of a configuration in this process and listens. Throws ConfigurationRefused or
 * StorageRefused, whose messages are for the operator.
 */
export const serveBank = async (
  loaded: ServedSettings,
  { logTo = openServerLog(loaded.values), readMetrics }: Partial<BankSurroundings> = {},
): Promise<ServedBank> => {
  const opened = await openBank(loaded, { logTo, readMetrics });
  try {
    const { bank, warnings, close } = opened;
    return { addresses: await listen(opened, loaded.values), bank, warnings, close };
  } catch (error) {
    await opened.close();
    throw error;
  }
};

const listen = async (
  { bank, tls }: OpenedBank,
  { host, port, "tls.port": tlsPort }: ServerSettings,
): Promise<ServedBank["addresses"]> => {
  const http = port === "off" ? undefined : await listenHttp(bank.app, host, port);
  const https =
    tls === undefined
      ? undefined
      : await listenHttps(bank.createTlsServer(tls), { host, port: tlsPort });
  return { ...(http !== undefined && { http }), ...(https !== undefined && { https: https.url }) };
};
