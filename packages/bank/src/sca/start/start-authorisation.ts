import type { AuthorisationResponse, Operation } from "@varde/protocol";
import { undo } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { textsByLocale } from "../../pages/texts/texts.ts";
import { type ApiResponse, respondWith } from "../../request/api-response.ts";
import { linkTo, linkToPage } from "../../request/links.ts";
import { psuLocale } from "../../request/locale.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { claimAndConclude, respondOnce } from "../../respond-once.ts";
import { fitsInApp } from "./fits-in-app.ts";
import {
  notifyApp,
  prefersApp,
  type StartedSca,
  type SubjectReference,
  startSca,
  withoutApp,
} from "./start-sca.ts";

/**
 * Starts the SCA that approves one subject. HDR-09: a TPP that prefers no redirect gets no link;
 * the approval waits in the bank's app, and the TPP polls its status.
 */
export const startAuthorisation = async (
  subject: SubjectReference,
  readStatus: Operation,
  context: RequestContext,
  bank: Bank,
): Promise<ApiResponse<AuthorisationResponse> | Refusal> => {
  const isInApp = prefersApp(context, bank);
  const sca = startSca(subject, context, bank, { channel: isInApp ? "app" : "redirect" });
  const sent = await respond(sca, readStatus, context, bank);
  if (sent === appIsFull) return respond(withoutApp(sca), readStatus, context, bank);
  return sent;
};

const appIsFull = refuse({ code: "CONFLICT", text: "Too many approvals wait in the app." });

/** Stores the SCA and responds. Returns `appIsFull` if no other approval may wait in the app. */
const respond = async (
  sca: StartedSca,
  readStatus: Operation,
  context: RequestContext,
  bank: Bank,
): Promise<ApiResponse<AuthorisationResponse> | Refusal> => {
  const isInApp = sca.record.channel === "app";
  const scaStatus = linkTo([readStatus], {
    ...context.received.parameters,
    authorisationId: sca.scaId,
  });
  const channel = isInApp
    ? { psuMessage: appMessage(context, bank), _links: { scaStatus } }
    : { _links: { scaRedirect: linkToPage(sca.link), scaStatus } };
  const response = respondWith<AuthorisationResponse>(201, {
    scaStatus: "received",
    authorisationId: sca.scaId,
    ...channel,
  });
  const sent = await respondOnce(context, bank, response, function* (claim) {
    if (isInApp && !(yield* fitsInApp(sca.record, context.now))) yield* undo(appIsFull);
    yield* claimAndConclude(claim, ...sca.statements);
  });
  // Another response is that of an earlier request with the same id.
  if (isInApp && sent === response) notifyApp(sca.scaId, sca.record.subjectKind, context, bank);
  return sent;
};

/** Returns the message to the PSU. A sandbox adds the address of its app. */
const appMessage = (context: RequestContext, bank: Bank): string => {
  const { app } = textsByLocale[psuLocale(context)];
  const { bankName, mode, publicUrl } = bank.configuration;
  const message = app.psuMessage(bankName);
  if (mode !== "sandbox") return message;
  return `${message} ${app.psuMessageSandbox(`${publicUrl}/app?world=${context.tpp.worldId}`)}`;
};
