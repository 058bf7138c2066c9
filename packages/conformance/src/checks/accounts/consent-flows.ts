import { describeResponse, isAccepted, isRefused } from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { accountsIn, type ListedAccount, listAccounts } from "../read-accounts.ts";
import { readFor, readUnattended } from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";

const flow = flowsIn("AIS");

/** Lets the PSU select accounts, runs a function, and lets them select all again. */
const withConsent = async (
  scene: Scene,
  selected: readonly ListedAccount[],
  run: () => Promise<void>,
): Promise<void> => {
  const accounts = selected.map(({ id, bban }) => ({
    id,
    number: typeof bban === "string" ? bban : undefined,
  }));
  await scene.identify({ accounts });
  try {
    await run();
  } finally {
    await scene.identify();
  }
};

const showsConsentedOnly = async (scene: Scene): Promise<void> => {
  const [first, second] = await listAccounts(scene);
  scene.precondition(second !== undefined, "the PSU has one account only");
  await withConsent(scene, [first], async () => {
    const listed = await readFor(scene, "/v1/accounts");
    const ids = accountsIn(listed).map(({ id }) => id);
    // A person may have selected something else by mistake.
    const seen = describeResponse(listed);
    scene.precondition(ids.includes(first.id), `the selected account is not listed: ${seen}`);
    scene.must(!ids.includes(second?.id ?? ""), "an account that was not selected is listed");
    const read = await readFor(scene, `/v1/accounts/${second?.id}/balances`);
    scene.must(isRefused(read), `a deselected account: ${describeResponse(read)}, not refused`);
    const unattended = await readUnattended(scene, `/v1/accounts/${second?.id}/balances`);
    const shown = describeResponse(unattended);
    scene.must(isRefused(unattended), `the same without the PSU: ${shown}, not refused`);
  });
};

const showsRevocation = async (scene: Scene): Promise<void> => {
  const [first] = await listAccounts(scene);
  const path = `/v1/accounts/${first.id}/balances`;
  const before = await readFor(scene, path);
  scene.precondition(isAccepted(before), `before: ${describeResponse(before)}`);
  await withConsent(scene, [], async () => {
    const read = await readFor(scene, path);
    scene.must(isRefused(read), `the next request: ${describeResponse(read)}, not refused`);
    const listed = accountsIn(await readFor(scene, "/v1/accounts"));
    scene.must(listed.length === 0, `${listed.length} accounts are still listed`);
  });
};

const terms = {
  needs: ["approval", "consent-change"],
  approvals: 2,
  phase: "consent",
  gate: "gate-sca",
} as const;

/** Checks that change the PSU's consent, and restore it. */
// biome-ignore format: rows of a table
export const consentFlows: readonly Check[] = [
  flow("ais-consented-only", "SCA-12 SCA-14 LIM-10", "shows only the accounts that the PSU selected",
    showsConsentedOnly, terms),
  flow("ais-revoked", "SCA-15 SCA-16", "refuses the next request after the consent was revoked",
    showsRevocation, terms),
];
