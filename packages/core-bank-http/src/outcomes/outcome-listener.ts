import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { WorldId } from "@varde/bank";
import { isInvalid, parseJson } from "@varde/protocol";
import { readBytes } from "../serve/read-bytes.ts";
import { sendProblem } from "../serve/send-problem.ts";
import { WebhookVerifier } from "./webhook-signature.ts";

const webhookBytesMax = 4_096;

/**
 * Returns a listener for the webhook that says that there are outcomes. It carries none itself, so
 * a delivery that is repeated, in this process or another one, changes nothing.
 */
export const outcomeListener = (
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: () => number },
  onOutcomes: (worldId: WorldId) => Promise<unknown>,
): RequestListener => {
  const verifier = new WebhookVerifier(secrets, now);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== "POST") {
      return sendProblem(response, 405, { detail: "Allowed methods: POST." }, { allow: "POST" });
    }
    const body = await readBytes(request, webhookBytesMax);
    if (body === undefined) return sendProblem(response, 413, { detail: "The body is too large." });
    const refusal = verifier.verify(request.headers, body);
    if (refusal !== undefined) return sendProblem(response, 401, { detail: `${refusal}.` });
    const value = parseJson(body);
    const worldId = isInvalid(value) ? undefined : Object(value).worldId;
    if (typeof worldId !== "string" || worldId === "") {
      return sendProblem(response, 400, { detail: "worldId is missing.", pointer: "/worldId" });
    }
    await onOutcomes(worldId);
    response.writeHead(204).end();
  };
  return (request, response) => {
    handle(request, response).catch(() => {
      const detail = "The outcomes could not be collected; send the webhook again later.";
      sendProblem(response, 503, { detail });
    });
  };
};
