import { type Psd2Role, psd2Roles, type TppCertificateKind } from "@varde/protocol";
import { lifetimes } from "./lifetimes.ts";
import { type KeyPair, type MakeRsaKeyPair, makeEcKeyPair } from "./make-key-pair.ts";

/** Properties of a kind of certificate; those of an invalid kind differ from a working one. */
export interface KindTraits {
  readonly validity: (nowMs: number) => { readonly notBefore: number; readonly notAfter: number };
  readonly makeKeys: (makeRsaKeyPair: MakeRsaKeyPair) => Promise<KeyPair>;
  readonly roles: (requested: readonly Psd2Role[]) => readonly Psd2Role[];
  readonly isRevoked: boolean;
  readonly isOfOtherAuthority: boolean;
}

const working: KindTraits = {
  validity: (nowMs) => ({
    notBefore: nowMs - lifetimes.headStartMs,
    notAfter: nowMs + lifetimes.tppMs,
  }),
  makeKeys: (makeRsaKeyPair) => makeRsaKeyPair(),
  roles: (requested) => requested,
  isRevoked: false,
  isOfOtherAuthority: false,
};

/** Returns the other roles, without PSP_AS, because that one implies every role. */
const otherRoles = (requested: readonly Psd2Role[]): readonly Psd2Role[] =>
  psd2Roles.filter((role) => role !== "PSP_AS" && !requested.includes(role));

export const traitsByKind: Readonly<Record<TppCertificateKind, KindTraits>> = {
  working,
  expired: {
    ...working,
    validity: (nowMs) => ({
      notBefore: nowMs - lifetimes.tppMs,
      notAfter: nowMs - lifetimes.headStartMs,
    }),
  },
  "not-yet-valid": {
    ...working,
    validity: (nowMs) => ({
      notBefore: nowMs + lifetimes.renewalMs,
      notAfter: nowMs + lifetimes.tppMs,
    }),
  },
  revoked: { ...working, isRevoked: true },
  "wrong-role": { ...working, roles: otherRoles },
  "other-ca": { ...working, isOfOtherAuthority: true },
  "1024-bit": { ...working, makeKeys: (makeRsaKeyPair) => makeRsaKeyPair(1024) },
  "ec-key": { ...working, makeKeys: makeEcKeyPair },
};
