import { isScaOver, isScaTimedOut, type Sca, type WorldId } from "@varde/bank";
import type { ControlResponse, TppMessageCode } from "@varde/protocol";
import { errorTexts } from "../../reference/texts/error-texts.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { readPersonNames } from "./read-person-names.ts";

type ShownSca = ControlResponse<"readPayment">["scas"][number];

/** Shows SCAs of a world, with whether they wait and why they failed. */
export const presentScas = async (
  scas: readonly Sca[],
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<readonly ShownSca[]> => {
  const { storage, bank } = sandbox;
  const now = await bank.clock.now(worldId);
  const names = await readPersonNames(storage, await sandbox.dataWorld(worldId));
  return scas.map((sca) => {
    const personId = sca.personId ?? sca.expectedPersonId;
    const psu = personId === undefined ? undefined : names.get(personId);
    const failure = describeFailure(sca, now);
    return {
      authorisationId: sca.scaId,
      subject: sca.subjectKind,
      status: sca.status,
      isOpen: isOpenSca(sca, now),
      startedAt: new Date(sca.createdAt).toISOString(),
      ...(psu === undefined ? {} : { psu }),
      ...(failure === undefined ? {} : { failure }),
    };
  });
};

/** Whether an SCA waits for its PSU. */
export const isOpenSca = (sca: Sca, now: number): boolean =>
  !isScaOver(sca) && !isScaTimedOut(sca, now);

const scaFailures: Partial<Record<TppMessageCode, string>> = {
  SCA_INVALID: "The PSU did not approve, or what was to be approved no longer exists.",
  SCA_EXPIRED: "The PSU did not finish in time.",
  PSU_CREDENTIALS_INVALID: "The PSU could not be identified, or has no right to approve.",
  SYSTEM_ERROR: "The bank or the eID had an internal error. Nothing was approved.",
};

/** Returns why an SCA failed. One that is too old has failed before anybody has noticed. */
export const describeFailure = (sca: Sca, now: number): string | undefined => {
  if (sca.status === "finalised") return undefined;
  if (sca.status !== "failed") return isScaTimedOut(sca, now) ? scaFailures.SCA_EXPIRED : undefined;
  const code = sca.endedCode ?? "SYSTEM_ERROR";
  return scaFailures[code] ?? errorTexts[code].cause;
};
