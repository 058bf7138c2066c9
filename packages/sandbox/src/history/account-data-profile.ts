import { type AccountDataProfile, Invalid } from "@varde/protocol";

/** The profiles of a world, and the seed that decides which entries they change. */
export interface WorldProfiles {
  readonly seed: number;
  readonly names: ReadonlySet<AccountDataProfile>;
}

/** Whether a profile changes the transactions that are generated, and not only reads. */
const isGenerated: Readonly<Record<AccountDataProfile, boolean>> = {
  "pending-ids": false,
  "pending-amounts": true,
  "pending-merged": true,
  "card-month-end": true,
  "back-dated": true,
  reversals: true,
  "names-cut": false,
  "late-details": false,
};

/** PRO-02: refuses profiles that would never show, because no transactions are generated. */
export const checkProfiles = (
  names: Iterable<AccountDataProfile>,
  history: "ends" | "continues",
): undefined | Invalid => {
  const generated = [...names].filter((name) => isGenerated[name]);
  if (history === "continues" || generated.length === 0) return undefined;
  const verb = generated.length === 1 ? "changes" : "change";
  return new Invalid(
    `${generated.join(", ")} ${verb} generated transactions, and the setting history is "ends"; ` +
      "start the sandbox with VARDE_HISTORY=continues",
  );
};
