import { one, type Statement, sql, type Unit } from "@varde/storage";
import { answerOnce, claimAndRun } from "../idempotency/answer-once.ts";
import { answerWith } from "../request/answer.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Tpp } from "../request/tpp.ts";
import type { UseCase } from "../use-case.ts";

/** END-23, EVT-02: a TPP says where it wants to hear of operational matters. */
export const putContact: UseCase<"putContact"> = async (context, bank) => {
  const foreign = refuseForeign(context);
  if (foreign !== undefined) return foreign;
  const { email } = context.body;
  return answerOnce(context, bank, answerWith(200, { email }), function* (claim) {
    yield* claimAndRun(claim, updateContact(context.tpp.tppId, email));
  });
};

export const readContact: UseCase<"readContact"> = async (context, bank) => {
  const foreign = refuseForeign(context);
  if (foreign !== undefined) return foreign;
  const email = await bank.storage.read(() => readContactEmail(context.tpp.tppId));
  if (email !== undefined) return answerWith(200, { email });
  const text = "No contact address is registered yet; register one with PUT on this path.";
  return refuse({ code: "RESOURCE_UNKNOWN", text });
};

/**
 * How a TPP is named in a path: its number at its authority, NO-FSA-987654321, which a certificate
 * carries after PSD. One that is known by its key alone is KEY- and the key's fingerprint.
 */
const publicIdOf = ({ identifier }: Pick<Tpp, "identifier">): string =>
  identifier.startsWith("key:")
    ? `KEY-${identifier.slice("key:".length)}`
    : identifier.replace(/^PSD/, "");

/** A TPP reads and writes its own address only; its own id is no secret to it. */
const refuseForeign = ({ tpp, received }: RequestContext): Refusal | undefined => {
  const own = publicIdOf(tpp);
  if (received.parameters.tppId === own) return undefined;
  return refuse({
    code: "RESOURCE_UNKNOWN",
    text: `There is no such TPP, or it is another one. You are known here as ${own}.`,
  });
};

const updateContact = (tppId: string, email: string): Statement =>
  sql`update tpp set contact_email = ${email} where tpp_id = ${tppId}`;

function* readContactEmail(tppId: string): Unit<string | undefined> {
  const row = yield* one<{ contact_email: string | null }>(
    sql`select contact_email from tpp where tpp_id = ${tppId}`,
  );
  return row?.contact_email ?? undefined;
}
