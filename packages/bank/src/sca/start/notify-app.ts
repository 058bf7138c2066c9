import type { Bank } from "../../bank.ts";
import type { ScaId } from "../../ports/ids.ts";
import type { ScaSubjectKind } from "../../records/sca.ts";
import type { RequestContext } from "../../request/request-context.ts";

/** Whether the TPP asked for approval in the bank's app, and the bank has one. */
export const prefersApp = (context: RequestContext, { configuration }: Bank): boolean =>
  configuration.appApproval && context.header("tpp-redirect-preferred")?.toLowerCase() === "false";

/** Notifies the app of an approval that is stored, without waiting for the app. */
export const notifyApp = (
  scaId: ScaId,
  subject: ScaSubjectKind,
  { tpp: { worldId }, psu }: RequestContext,
  { appNotifier, log }: Bank,
): void => {
  const personId = psu?.personId;
  if (personId === undefined || appNotifier === undefined) return;
  const notify = async () => appNotifier.notify({ worldId, personId, scaId, subject });
  notify().catch((error: unknown) => log.warn({ err: error, sca: scaId }, "app not notified"));
};
