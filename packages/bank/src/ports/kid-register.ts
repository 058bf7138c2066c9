import type { KidAgreement } from "@varde/protocol";

/** The agreements of creditor accounts on KID. Read synchronously while a request is checked. */
export interface KidRegister {
  findKidAgreement(bban: string): KidAgreement | undefined;
}
