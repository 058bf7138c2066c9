import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { InstructionOutcome, WorldId } from "@varde/bank";
import { isInvalid, parseJson } from "@varde/protocol";
import { readBytes } from "../serve/read-bytes.ts";
import { sendProblem } from "../serve/send-problem.ts";
import { WebhookVerifier } from "./webhook-signature.ts";

const quietMsDefault = 60_000;

/**
 * Spares the core bank questions about outcomes while it pushes: after an empty list, it is not
 * asked again until a webhook came or a limit has passed. Each process decides for itself.
 */
export class PushedOutcomes {
  readonly #quietMsMax: number;
  readonly #now: () => number;
  readonly #emptyAt = new Map<WorldId, number>();
  #expected = 0;

  constructor(quietMsMax = quietMsDefault, now: () => number = Date.now) {
    this.#quietMsMax = quietMsMax;
    this.#now = now;
  }

  /** Makes the next `list` of a world ask. */
  expect(worldId: WorldId): void {
    this.#expected += 1;
    this.#emptyAt.delete(worldId);
  }

  async list(
    worldId: WorldId,
    ask: () => Promise<readonly InstructionOutcome[]>,
  ): Promise<readonly InstructionOutcome[]> {
    const emptyAt = this.#emptyAt.get(worldId);
    if (emptyAt !== undefined && this.#now() - emptyAt < this.#quietMsMax) return [];
    const expected = this.#expected;
    const listed = await ask();
    // A webhook that came in the meantime may be about outcomes that this list does not have.
    if (listed.length === 0 && expected === this.#expected) this.#emptyAt.set(worldId, this.#now());
    else this.#emptyAt.delete(worldId);
    return listed;
  }
}

const webhookBytesMax = 4_096;

/**
 * Returns a listener for the webhook that says that there are outcomes. It carries none itself, so
 * a delivery that is repeated, in this process or another one, changes nothing.
 */
export const outcomeListener = (
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: () => number },
  onOutcomes: (worldId: WorldId) => Promise<unknown>,
  onRefused: (reason: string) => void = () => {},
): RequestListener => {
  const verifier = new WebhookVerifier(secrets, now);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== "POST") {
      return sendProblem(response, 405, { detail: "Allowed methods: POST." }, { allow: "POST" });
    }
    const body = await readBytes(request, webhookBytesMax);
    if (body === undefined) return sendProblem(response, 413, { detail: "The body is too large." });
    const refusal = verifier.verify(request.headers, body);
    if (refusal !== undefined) {
      onRefused(refusal);
      return sendProblem(response, 401, { detail: `${refusal}.` });
    }
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
