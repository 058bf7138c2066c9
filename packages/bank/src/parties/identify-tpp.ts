import crypto from "node:crypto";
import { type Certificate, type Psd2Role, psd2Roles } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { Tpp } from "../records/tpp.ts";
import { readTpp, registerTpp } from "./tpp-store.ts";

/**
 * Identifies the TPP of a certificate. Only an anchored certificate may use the identifier written
 * in it; any other is identified by its key, so that nobody can impersonate a TPP by copying its
 * name.
 */
export const identifyTpp = async (
  certificate: Certificate,
  isAnchored: boolean,
  bank: Bank,
): Promise<Tpp> => {
  const identifier =
    isAnchored && certificate.organizationIdentifier !== undefined
      ? certificate.organizationIdentifier
      : `key:${certificate.publicKeyFingerprint}`;
  const name =
    certificate.organizationName ?? certificate.commonName ?? `TPP ${identifier.slice(-8)}`;
  const known = await bank.storage.read(() => readTpp(identifier));
  const isOpen = known && ((await bank.worlds.useWorld?.(known.world_id)) ?? true);
  const row = isOpen ? known : await register(identifier, name, bank);
  return {
    tppId: row.tpp_id,
    identifier,
    name,
    roles: certificateRoles(certificate, bank),
    worldId: row.world_id,
  };
};

/**
 * Registers the TPP, also again after its world was deleted. Its id is derived from the identifier,
 * so that concurrent first calls open one world, not two.
 */
const register = async (identifier: string, name: string, bank: Bank) => {
  const tppId = crypto.hash("sha256", identifier, "base64url").slice(0, 22);
  const worldId = await bank.worlds.resolveWorld({ tppId, name });
  return bank.storage.write(() =>
    registerTpp({ tppId, identifier, name, worldId, seenAt: bank.storage.now() }),
  );
};

const certificateRoles = (certificate: Certificate, bank: Bank): ReadonlySet<Psd2Role> => {
  const { mode, aspspHasAllRoles } = bank.configuration;
  if (certificate.roles === undefined) return new Set(mode === "sandbox" ? psd2Roles : []);
  const actsAsAll = aspspHasAllRoles && certificate.roles.includes("PSP_AS");
  return new Set(actsAsAll ? psd2Roles : certificate.roles);
};
