import type { Bank } from "../../bank.ts";
import type { AppNotice, WaitingApproval } from "../../pages/parts/page-models.ts";
import type { AccountId, PersonId, WorldId } from "../../ports/ids.ts";
import { isScaTimedOut, type Sca } from "../../records/sca.ts";
import type { ScaFault } from "../../records/sca-fault.ts";
import {
  type AuthenticatedSca,
  authenticatedInApp,
  openAuthenticated,
} from "../authenticated-sca.ts";
import { listContexts, onBehalfOf } from "../choose-context.ts";
import { completeSca } from "../complete-sca.ts";
import { failSca, refusedFault } from "../fail-sca.ts";
import { listScasInApp, type StoredSca } from "../sca-store.ts";
import type { ScaSubjects } from "../sca-subject.ts";

/** A person whom the bank's app has authenticated. */
export interface AppUser {
  readonly worldId: WorldId;
  readonly personId: PersonId;
}

/**
 * HDR-09: approvals that wait in the bank's app. The app has authenticated its user, so an approval
 * completes the SCA in one step, as at the end of a redirect.
 */
export class AppApprovals {
  readonly #bank: Bank;
  readonly #subjects: ScaSubjects;

  constructor(bank: Bank, subjects: ScaSubjects) {
    this.#bank = bank;
    this.#subjects = subjects;
  }

  async list(user: AppUser): Promise<readonly WaitingApproval[]> {
    const waiting: WaitingApproval[] = [];
    for (const sca of await this.#waiting(user)) {
      const subject = await this.#subject(sca).approval(sca);
      if (subject === undefined || subject.kind === "nothing") continue;
      waiting.push({
        authorisationId: sca.scaId,
        requester: { name: sca.tppName, ...(sca.brand === undefined ? {} : { brand: sca.brand }) },
        ...(await onBehalfOf(sca, this.#bank)),
        subject,
      });
    }
    return waiting;
  }

  /** Decides for the user. A consent without a list of accounts is for all of them. */
  async decide(
    user: AppUser,
    authorisationId: string,
    decision: "approve" | "refuse",
    accountIds?: readonly AccountId[],
  ): Promise<AppNotice> {
    const waiting = await this.#waiting(user);
    const sca = waiting.find((one) => one.scaId === authorisationId);
    if (sca === undefined) return "no-longer-waiting";
    if (decision === "refuse") {
      const { stored, approver } = openAuthenticated(sca);
      const end = await failSca(stored, refusedFault, this.#bank, approver);
      return end === undefined ? "no-longer-waiting" : "refused";
    }
    const form = { accountIds: accountIds ?? (await this.#everyAccount(sca)) };
    const evidence = { method: "app", at: await this.#bank.clock.now(user.worldId) };
    const end = await completeSca(sca, form, this.#subject(sca), this.#bank, evidence);
    if (end === undefined) return "no-longer-waiting";
    if (end.fault !== undefined) return appNotice(end.fault);
    return end.outcome === "waits-for-others" ? end.outcome : "approved";
  }

  /** Returns all accounts that a consent offers; other approvals have none. */
  async #everyAccount(sca: AuthenticatedSca): Promise<readonly AccountId[]> {
    const approval = await this.#subject(sca).approval(sca);
    return approval?.kind === "consent" ? approval.accounts.map(({ id }) => id) : [];
  }

  /** Lists the SCAs that still wait for this person, authenticated as this person. */
  async #waiting({ worldId, personId }: AppUser): Promise<readonly AuthenticatedSca[]> {
    const now = await this.#bank.clock.now(worldId);
    const found = await this.#bank.storage.read(() => listScasInApp(worldId, personId));
    const open = found.filter((sca) => !isScaTimedOut(sca, now));
    const known = await Promise.all(open.map((sca) => this.#authenticate(sca, personId)));
    return known.filter((sca) => sca !== undefined);
  }

  /** Authenticates the person under the agreement of the session in which the request was made. */
  async #authenticate(sca: StoredSca, personId: PersonId): Promise<AuthenticatedSca | undefined> {
    const [agreement] = await listContexts(sca, personId, this.#bank);
    return agreement && authenticatedInApp(sca, personId, agreement);
  }

  #subject(sca: Sca) {
    return this.#subjects[sca.subjectKind];
  }
}

const appNotice = ({ code, outcome }: ScaFault): AppNotice => {
  if (outcome === "changed" || outcome === "signed-already") return "no-longer-waiting";
  if (code === "PSU_CREDENTIALS_INVALID") return "may-not-sign";
  return code === "PAYMENT_FAILED" && outcome === undefined ? "no-funds" : "failed";
};
