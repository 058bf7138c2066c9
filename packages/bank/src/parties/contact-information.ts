import { one, type Statement, sql, type Unit } from "@varde/storage";
import type { UseCase } from "../bank.ts";
import type { TppId } from "../ports/ids.ts";
import type { Tpp } from "../records/tpp.ts";
import { respondWith } from "../request/api-response.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { claimAndConclude, respondOnce } from "../respond-once.ts";

/** END-23, EVT-02: registers the address to which operational notices are sent. */
export const putContact: UseCase<"putContact"> = async (context, bank) => {
  const foreign = refuseForeign(context);
  if (foreign !== undefined) return foreign;
  const { email } = context.body;
  return respondOnce(context, bank, respondWith(200, { email }), (claim) =>
    claimAndConclude(claim, updateContact(context.tpp.tppId, email)),
  );
};

export const readContact: UseCase<"readContact"> = async (context, bank) => {
  const foreign = refuseForeign(context);
  if (foreign !== undefined) return foreign;
  const email = await bank.storage.read(() => readContactEmail(context.tpp.tppId));
  if (email !== undefined) return respondWith(200, { email });
  const text = "No contact address is registered yet; register one with PUT on this path.";
  return refuse({ code: "RESOURCE_UNKNOWN", text });
};

/**
 * Returns the id of a TPP in a path: its number at its authority, such as NO-FSA-987654321, which a
 * certificate carries after PSD. A TPP that is identified by its key has KEY- and the key's
 * fingerprint.
 */
const publicTppId = ({ identifier }: Pick<Tpp, "identifier">): string =>
  identifier.startsWith("key:")
    ? `KEY-${identifier.slice("key:".length)}`
    : identifier.replace(/^PSD/, "");

/** Refuses access to another TPP's address. The message may contain the caller's own id. */
const refuseForeign = ({ tpp, received }: RequestContext): Refusal | undefined => {
  const own = publicTppId(tpp);
  if (received.parameters.tppId === own) return undefined;
  return refuse({
    code: "RESOURCE_UNKNOWN",
    text: `The id in the path is not the id of the TPP that signed the request. Use ${own}.`,
  });
};

const updateContact = (tppId: TppId, email: string): Statement =>
  sql`update tpp set contact_email = ${email} where tpp_id = ${tppId}`;

function* readContactEmail(tppId: TppId): Unit<string | undefined> {
  const row = yield* one<{ contact_email: string | null }>(
    sql`select contact_email from tpp where tpp_id = ${tppId}`,
  );
  return row?.contact_email ?? undefined;
}
