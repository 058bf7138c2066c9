import type { KidAgreement } from "@varde/protocol";

/** Which creditor accounts take a KID, and of what kind. Read while a request is judged. */
export interface KidRegister {
  findKidAgreement(bban: string): KidAgreement | undefined;
}
