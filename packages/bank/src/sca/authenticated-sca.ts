import assert from "node:assert/strict";
import type { PsuContext } from "@varde/protocol";
import type { AgreementId, PersonId } from "../ports/ids.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Sca } from "../records/sca.ts";
import { assertStored, type StoredSca } from "./sca-store.ts";

/** The person who approves, and how they act. */
interface Approver {
  readonly personId: PersonId;
  readonly context: PsuContext;
  readonly agreementId: AgreementId | undefined;
}

/** Gives a class the fields of an SCA and its approver, which its constructor copies. */
const AuthenticatedFields = class {
  constructor(sca: Sca, approver: Approver) {
    Object.assign(this, sca, approver);
  }
} as new (
  sca: Sca,
  approver: Approver,
) => Omit<Sca, keyof Approver> & Approver;

/**
 * An SCA whose PSU is authenticated, with their context and how they approve. Only this module
 * creates one, and it cannot be changed. A copy lacks the private fields: it does not compile where
 * an AuthenticatedSca is needed, and `openAuthenticated` and `assertAuthenticated` refuse it when
 * they run.
 */
class AuthenticatedSca extends AuthenticatedFields {
  readonly #stored: StoredSca;
  readonly #approver: Approver;
  readonly #event: "approved" | "approvedInApp";

  constructor(stored: StoredSca, approver: Approver, event: "approved" | "approvedInApp") {
    assertStored(stored);
    super(stored, approver);
    this.#stored = stored;
    this.#approver = approver;
    this.#event = event;
    Object.freeze(this);
  }

  static open(sca: AuthenticatedSca) {
    assert(#stored in sca, "only an authenticated SCA approves, not a copy of one");
    return { stored: sca.#stored, approver: sca.#approver, event: sca.#event };
  }
}

export type { AuthenticatedSca };

/** Returns the SCA as authenticated once the PSU has identified and chosen a context. */
export const authenticatedOnPages = (sca: StoredSca): AuthenticatedSca | undefined => {
  const { personId, context, agreementId, status } = sca;
  if (status !== "psuAuthenticated" || personId === undefined || context === undefined) {
    return undefined;
  }
  return new AuthenticatedSca(sca, { personId, context, agreementId }, "approved");
};

/** Returns the SCA as authenticated by the bank's app, where this person has logged in. */
export const authenticatedInApp = (
  sca: StoredSca,
  personId: PersonId,
  { context, agreementId }: Pick<Agreement, "context" | "agreementId">,
): AuthenticatedSca =>
  new AuthenticatedSca(sca, { personId, context, agreementId }, "approvedInApp");

/**
 * Returns the stored SCA, who approves it and the event that does. Throws for anything that this
 * module did not create.
 */
export const openAuthenticated = (sca: AuthenticatedSca) => AuthenticatedSca.open(sca);

/** SCA-31: throws for anything that this module did not create. Every subject's check calls it. */
export const assertAuthenticated = (sca: AuthenticatedSca): void => {
  AuthenticatedSca.open(sca);
};
