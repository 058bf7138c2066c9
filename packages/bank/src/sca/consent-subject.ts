import type { RequestContext } from "../http/request-context.ts";
import type { Sca } from "./sca.ts";
import type { ScaSubject } from "./start-sca.ts";

/** What a PSU lets a TPP do with accounts: see them, or only ask whether an amount is there. */
export type ConsentScope = "accounts" | "funds";

/** A consent to what the TPP may do by its roles, and to no more. */
export const consentSubject = ({ tpp }: RequestContext): ScaSubject =>
  tpp.roles.has("PSP_AI") ? { kind: "consent" } : { kind: "consent", id: "funds" };

export const scopeOfSca = ({ subjectId }: Pick<Sca, "subjectId">): ConsentScope =>
  subjectId === "funds" ? "funds" : "accounts";
