import { randomUUID } from "node:crypto";
import type { BankPorts, WorldId } from "@varde/bank";
import type { Storage } from "@varde/storage";
import { makePooledRsaKeys } from "@varde/testkit/keys";
import { openCertificateAuthority } from "../src/certificate-authority/index.ts";
import { createSandboxParts } from "../src/sandbox-parts.ts";

/** Creates the ports of a sandbox and a new world. */
export const sandboxPorts = async (
  storage: Storage,
): Promise<{ readonly ports: BankPorts; readonly worldId: WorldId }> => {
  const authority = await openCertificateAuthority({ makeRsaKeyPair: makePooledRsaKeys });
  const { ports, worlds } = createSandboxParts(storage, authority);
  const tpp = { tppId: randomUUID(), name: "Contract Test" };
  return { ports, worldId: await worlds.resolveWorld(tpp) };
};
