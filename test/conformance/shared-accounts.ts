import { accountListResponse, consentResponse } from "@varde/protocol";
import { finishSca, TestPsu } from "@varde/testkit/psu";
import { expectBody } from "@varde/testkit/responses";

/** Lists the accounts that the PSU shares with the TPP. */
export const listAccountIds = async (psu: TestPsu): Promise<readonly string[]> => {
  const { accounts } = expectBody(await psu.get("/v1/accounts"), 200, accountListResponse);
  return accounts.map((account: { resourceId: string }) => account.resourceId);
};

/** Sends the PSU to the checklist again, at the TPP's request. */
export const renew = async (
  psu: TestPsu,
  choices: Parameters<typeof finishSca>[2],
): Promise<TestPsu> => {
  const asked = await psu.send({ method: "POST", path: "/v1/bank-offered-consents" });
  const body = expectBody(asked, 201, consentResponse);
  return new TestPsu(
    psu.bank,
    psu.tpp,
    await finishSca(psu.bank, body._links.scaRedirect.href, choices),
  );
};
