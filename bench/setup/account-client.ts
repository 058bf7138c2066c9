import { createTppClient, findScaRedirect, type Psu, type TppClient } from "@varde/tpp";
import { type Caller, customer, redirectUri } from "../load/caller.ts";
import type { ServerProcess } from "../servers/server-process.ts";

export const accountClient = (
  bank: Pick<ServerProcess, "port">,
  caller: Caller,
): { client: TppClient; psu: Psu } => {
  const client = createTppClient({
    bank: { baseUrl: `http://127.0.0.1:${bank.port}` },
    identity: { certificate: caller.certificatePem, key: caller.privateKeyPem },
    verifyResponses: "off",
  });
  const { psuId, sessionId } = caller;
  return { client, psu: client.psu({ redirectUri, ipAddress: "192.0.2.10", psuId, sessionId }) };
};

/** A PSU who completes an SCA, and the session that it opens. */
export interface Granter {
  readonly psuId: string;
  readonly sessionId: string;
  readonly customerNumber: string;
}

/** Makes a PSU consent that the caller reads all accounts; by default the PSU of the caller. */
export const grantAccounts = async (
  bank: Pick<ServerProcess, "port">,
  caller: Caller,
  granter: Granter = { ...caller, customerNumber: customer.number },
): Promise<void> => {
  const { client, psu } = accountClient(bank, { ...caller, ...granter });
  const scaRedirect = findScaRedirect(await client.consents.create(psu));
  client.close();
  const response = await fetch(`http://127.0.0.1:${bank.port}/control/v1/sca`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      scaRedirect,
      customerNumber: granter.customerNumber,
      context: "PRIVATE",
      decision: "approve",
    }),
  });
  if (!response.ok) throw new Error(await response.text());
};

/** Lists the ids of the accounts that the PSU has granted. */
export const listAccountIds = async (
  bank: ServerProcess,
  caller: Caller,
): Promise<readonly string[]> => {
  const { client, psu } = accountClient(bank, caller);
  const { accounts } = await client.accounts.list(psu);
  client.close();
  return accounts.map(({ resourceId }) => resourceId);
};
