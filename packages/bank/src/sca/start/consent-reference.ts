import type { ConsentScope } from "../../records/consent.ts";
import type { Sca } from "../../records/sca.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { SubjectReference } from "./start-sca.ts";

/** Returns the subject of an SCA for consent, limited to what the TPP's roles allow. */
export const consentReference = ({ tpp }: RequestContext): SubjectReference =>
  tpp.roles.has("PSP_AI") ? { kind: "consent" } : { kind: "consent", id: "funds" };

export const requestedScope = ({ subjectId }: Pick<Sca, "subjectId">): ConsentScope =>
  subjectId === "funds" ? "funds" : "accounts";
