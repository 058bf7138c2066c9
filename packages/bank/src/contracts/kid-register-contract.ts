import assert from "node:assert/strict";
import type { KidAgreement } from "@varde/protocol";
import { isPromise } from "@varde/storage";
import type { KidRegister } from "../ports/kid-register.ts";
import { assertEqual, type ContractRule, numberRules } from "./contract.ts";

/** A register of KID agreements to test, with accounts about which it should know. */
export interface KidRegisterSubject {
  readonly register: KidRegister;
  /** The BBAN of an account that requires a KID. */
  readonly mandatoryBban: string;
  /** The BBAN of an account without an agreement. */
  readonly unlistedBban: string;
}

const kinds: readonly unknown[] = ["off", "optional", "mandatory"];
const moduli: readonly unknown[] = [10, 11];
/** A KID has 2 to 25 digits. */
const [lengthMin, lengthMax] = [2, 25];

/** Returns the rules for the port `kidRegister`. */
export const kidRegisterContract = ({
  register,
  mandatoryBban,
  unlistedBban,
}: KidRegisterSubject): readonly ContractRule[] => {
  const find = (bban: string): KidAgreement | undefined => {
    const agreement = register.findKidAgreement(bban);
    assert(!isPromise(agreement), "the register returned a promise");
    return agreement;
  };
  const findMandatory = (): KidAgreement => {
    const agreement = find(mandatoryBban);
    assert(agreement !== undefined, `no agreement was found for ${mandatoryBban}`);
    return agreement;
  };
  return numberRules("KID", [
    [
      "returns the agreement of an account, without a promise",
      async () => assertEqual(findMandatory().kind, "mandatory", "kind"),
    ],
    [
      "returns nothing for an account without an agreement",
      async () => assertEqual(find(unlistedBban), undefined, `agreement of ${unlistedBban}`),
    ],
    [
      "returns lengths and a modulus that a KID can have",
      async () => {
        const { kind, lengths, modulus } = findMandatory();
        assert(kinds.includes(kind), `the kind is ${kind}`);
        assert(moduli.includes(modulus), `the modulus is ${modulus}`);
        assert(lengths.length > 0, "an agreement that requires a KID has no length");
        for (const length of lengths) {
          const isLength = Number.isInteger(length) && length >= lengthMin && length <= lengthMax;
          assert(isLength, `a length is ${length}`);
        }
      },
    ],
    [
      "returns the same agreement each time",
      async () => assertEqual({ ...findMandatory() }, { ...findMandatory() }, "agreement"),
    ],
  ]);
};
