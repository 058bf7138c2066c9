import { randomUUID } from "node:crypto";
import { type Sca, unbegunSca } from "../src/records/sca.ts";
import { hashSecret } from "../src/sca/start/start-sca.ts";

/** Creates the record of an SCA that nobody has opened yet. Its link has its id as the secret. */
export const aStoredSca = (changes: Partial<Sca> = {}): Sca => {
  const scaId = changes.scaId ?? randomUUID();
  return {
    scaId,
    linkHash: hashSecret(scaId),
    worldId: "w",
    tppId: "tpp",
    tppName: "Pengepartner",
    brand: undefined,
    sessionId: randomUUID(),
    redirectUri: "https://tpp.example/back",
    channel: "redirect",
    subjectKind: "identification",
    subjectId: undefined,
    subjectHash: undefined,
    shown: undefined,
    expectedPersonId: undefined,
    expectedBy: undefined,
    givenContext: undefined,
    agreementId: undefined,
    ...unbegunSca,
    createdAt: 0,
    touchedAt: 0,
    ...changes,
  };
};
