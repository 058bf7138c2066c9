import { all, inList, sql } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { AppNotice, WaitingApproval } from "../../pages/parts/page-models.ts";
import type { AccountId, AgreementId, PersonId, TppId, WorldId } from "../../ports/ids.ts";
import { isScaTimedOut, type Sca } from "../../records/sca.ts";
import type { ScaFault } from "../../records/sca-fault.ts";
import {
  type AuthenticatedSca,
  authenticatedInApp,
  openAuthenticated,
} from "../authenticated-sca.ts";
import { listContexts, onBehalfOf } from "../choose-context.ts";
import { completeSca } from "../complete-sca.ts";
import { failSca, refusedFault, type ScaEnd } from "../fail-sca.ts";
import { listScasInApp, type StoredSca } from "../sca-store.ts";
import type { ScaSubjects, WaitingSubject } from "../sca-subject.ts";
import { OwnSignings } from "./own-signings.ts";

/** A person whom the bank's app has authenticated. */
export interface AppUser {
  readonly worldId: WorldId;
  readonly personId: PersonId;
}

/** The user's choices for an approval. */
export interface AppChoice {
  readonly accountIds?: readonly AccountId[] | undefined;
  readonly agreementId?: AgreementId | undefined;
}

/**
 * HDR-09: approvals that wait in the bank's app. The app has authenticated its user, so an approval
 * completes the SCA in one step, as at the end of a redirect.
 */
export class AppApprovals {
  readonly #bank: Bank;
  readonly #subjects: ScaSubjects;
  /** Signatures that wait for the user as one of a company's people, without the TPP. */
  readonly signings: OwnSignings;

  constructor(bank: Bank, subjects: ScaSubjects) {
    this.#bank = bank;
    this.#subjects = subjects;
    this.signings = new OwnSignings(bank, subjects);
  }

  /**
   * Lists what waits for the user. An approval that fits several agreements is listed once for each
   * of them, and the user chooses by deciding on one.
   */
  async list(user: AppUser): Promise<readonly WaitingApproval[]> {
    const waiting: WaitingApproval[] = [];
    for (const sca of await this.#waiting(user)) {
      const subject = await this.#subject(sca).approval(sca);
      if (subject === undefined || subject.kind === "nothing") continue;
      waiting.push({
        authorisationId: sca.scaId,
        ...(sca.agreementId === undefined ? {} : { agreementId: sca.agreementId }),
        requester: { name: sca.tppName, ...(sca.brand === undefined ? {} : { brand: sca.brand }) },
        ...(await onBehalfOf(sca, this.#bank)),
        subject,
      });
    }
    return [...waiting, ...(await this.#listSignings(user, waiting))];
  }

  /** Lists what the user could sign for a company, unless the TPP has asked for it already. */
  async #listSignings(
    user: AppUser,
    asked: readonly WaitingApproval[],
  ): Promise<readonly WaitingApproval[]> {
    const signings = await this.signings.list(user);
    if (signings.length === 0) return [];
    const open = await this.#waiting(user);
    const isAsked = (id: string) =>
      open.some(
        (sca) =>
          sca.subjectId === id &&
          asked.some(({ authorisationId }) => authorisationId === sca.scaId),
      );
    const names = await readTppNames(signings, this.#bank);
    const agreements = await this.#bank.psuDirectory.listAgreements(user.worldId, user.personId);
    return signings
      .filter(({ id }) => !isAsked(id))
      .map(({ id, tppId, brand, agreementId, content }) => {
        const agreement = agreements.find((one) => one.agreementId === agreementId);
        return {
          authorisationId: id,
          requester: { name: names.get(tppId) ?? tppId, ...(brand === undefined ? {} : { brand }) },
          ...(agreement === undefined ? {} : { onBehalfOf: agreement.name }),
          subject: content,
        };
      });
  }

  /** Signs for a company. A refusal changes nothing, because others may sign still. */
  async #decideSigning(
    user: AppUser,
    id: string,
    decision: "approve" | "refuse",
  ): Promise<AppNotice> {
    const started = await this.signings.start(user, id);
    if (started === undefined) return "no-longer-waiting";
    const { sca } = started;
    const evidence = { method: "app", at: await this.#bank.clock.now(user.worldId) };
    const end =
      decision === "approve"
        ? await this.signings.complete(sca, user, evidence)
        : await this.signings.refuse(sca);
    if (end === undefined) return "no-longer-waiting";
    return decision === "refuse" ? "refused" : endNotice(end);
  }

  /**
   * Decides for the user. A consent without a list of accounts is for all of them. SCA-37: an
   * approval that fits several agreements needs the one that the user has chosen.
   */
  async decide(
    user: AppUser,
    authorisationId: string,
    decision: "approve" | "refuse",
    { accountIds, agreementId }: AppChoice = {},
  ): Promise<AppNotice> {
    const waiting = await this.#waiting(user);
    const fitting = waiting.filter((one) => one.scaId === authorisationId);
    const [first] = fitting;
    if (first === undefined) return this.#decideSigning(user, authorisationId, decision);
    if (decision === "refuse") {
      const { stored, approver } = openAuthenticated(first);
      const { personId } = approver;
      const found = fitting.length === 1 ? approver : { personId };
      const end = await failSca(stored, refusedFault, this.#bank, found);
      return end === undefined ? "no-longer-waiting" : "refused";
    }
    const chosen = fitting.filter((one) => one.agreementId === (agreementId ?? one.agreementId));
    const [sca, another] = chosen;
    if (sca === undefined || another !== undefined) return "choose-agreement";
    const form = { accountIds: accountIds ?? (await this.#everyAccount(sca)) };
    const evidence = { method: "app", at: await this.#bank.clock.now(user.worldId) };
    const end = await completeSca(sca, form, this.#subject(sca), this.#bank, evidence);
    if (end === undefined) return "no-longer-waiting";
    return endNotice(end);
  }

  /** Returns all accounts that a consent offers; other approvals have none. */
  async #everyAccount(sca: AuthenticatedSca): Promise<readonly AccountId[]> {
    const approval = await this.#subject(sca).approval(sca);
    return approval?.kind === "consent" ? approval.accounts.map(({ id }) => id) : [];
  }

  /**
   * Lists the SCAs that still wait for this person, authenticated as this person under each
   * agreement that fits.
   */
  async #waiting({ worldId, personId }: AppUser): Promise<readonly AuthenticatedSca[]> {
    const now = await this.#bank.clock.now(worldId);
    const found = await this.#bank.storage.read(() => listScasInApp(worldId, personId));
    const open = found.filter((sca) => !isScaTimedOut(sca, now));
    const known = await Promise.all(open.map((sca) => this.#authenticate(sca, personId)));
    return known.flat();
  }

  async #authenticate(sca: StoredSca, personId: PersonId): Promise<readonly AuthenticatedSca[]> {
    const agreements = await listContexts(sca, personId, this.#bank);
    return agreements.map((agreement) => authenticatedInApp(sca, personId, agreement));
  }

  #subject(sca: Sca) {
    return this.#subjects[sca.subjectKind];
  }
}

const endNotice = ({ fault, outcome }: ScaEnd): AppNotice => {
  if (fault !== undefined) return appNotice(fault);
  return outcome === "waits-for-others" ? outcome : "approved";
};

/** Returns the names of the TPPs of what waits. */
const readTppNames = async (
  waiting: readonly WaitingSubject[],
  { storage }: Pick<Bank, "storage">,
): Promise<ReadonlyMap<TppId, string>> => {
  const tppIds = [...new Set(waiting.map(({ tppId }) => tppId))];
  const rows = await storage.read(() =>
    all<{ tpp_id: TppId; name: string }>(
      sql`select tpp_id, name from tpp where tpp_id ${inList(tppIds)}`,
    ),
  );
  return new Map(rows.map(({ tpp_id, name }) => [tpp_id, name]));
};

const appNotice = ({ code, outcome }: ScaFault): AppNotice => {
  if (outcome === "changed" || outcome === "signed-already") return "no-longer-waiting";
  if (code === "PSU_CREDENTIALS_INVALID") return "may-not-sign";
  return code === "PAYMENT_FAILED" && outcome === undefined ? "no-funds" : "failed";
};
