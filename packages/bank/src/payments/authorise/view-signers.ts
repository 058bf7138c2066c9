import type { Bank } from "../../bank.ts";
import type { JointView } from "../../pages/parts/payment-view.ts";
import type { WorldId } from "../../ports/ids.ts";
import type { SigningVerdict } from "./decide-signings.ts";

/** Shows a signer who else signs; undefined if this person signs alone. */
export const viewSigners = async (
  worldId: WorldId,
  verdicts: readonly SigningVerdict[],
  { psuDirectory }: Pick<Bank, "psuDirectory">,
): Promise<JointView | undefined> => {
  const signed = new Map(
    verdicts.flatMap(({ signatures }) =>
      signatures.map(({ personId, signedAt }) => [personId, signedAt] as const),
    ),
  );
  const missing = verdicts.map(({ decision }) => (decision.kind === "more" ? decision.missing : 0));
  const needed = signed.size + 1 + Math.max(0, ...missing);
  if (needed === 1) return undefined;
  const people = await Promise.all(
    [...signed].map(async ([personId, at]) => {
      const person = await psuDirectory.readPerson(worldId, personId);
      return { name: person?.name ?? personId, at };
    }),
  );
  return { needed, signed: people };
};
