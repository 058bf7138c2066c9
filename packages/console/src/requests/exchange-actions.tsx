import type { ControlResponse, Scenario, SigningRequest } from "@varde/protocol";
import { attempt, control, showNotice } from "../live/control.ts";
import { worldId } from "../live/world.ts";
import { copyText } from "../shown/copy-text.ts";
import { isKeyOf } from "../shown/is-key-of.ts";
import { useReading } from "../shown/use-reading.ts";

type Explained = ControlResponse<"readRequest">;

const failures = {
  unavailable: { words: "503, try again later", effect: { unavailable: true } },
  drop: { words: "no response, not done", effect: { drop: true } },
  dropAfter: { words: "no response, but done", effect: { dropAfter: true } },
  forbidden: { words: "403 FORBIDDEN", effect: { code: "FORBIDDEN" } },
  slow: { words: "5 seconds late", effect: { delayMs: 5_000 } },
} as const satisfies Record<string, { words: string; effect: Scenario["effect"] }>;

/** Actions on a request: copy it, send it again, make the next one fail. */
export const ExchangeActions = ({ explained }: { explained: Explained }) => {
  const { exchange, isComplete } = explained;
  const { value } = useReading(() => control.get("/tpps"), []);
  const signer = value === undefined ? undefined : findSigner(explained, value.tpps);
  const request =
    isComplete && signer !== undefined ? requestToSign(exchange, signer.tppId) : undefined;
  return (
    <div class="actions">
      <button
        type="button"
        disabled={request === undefined}
        onClick={() =>
          request &&
          attempt(() => copyCurl(request), "Copied. The bank accepts this signature for a minute.")
        }
      >
        Copy as curl
      </button>
      <button
        type="button"
        disabled={request === undefined}
        onClick={() => request && sendAgain(request)}
      >
        Send again
      </button>
      <FailNext operation={exchange.operation} world={exchange.worldId ?? worldId.value} />
      {explained.reference !== undefined && <a href={explained.reference}>Reference</a>}
      {request === undefined && value !== undefined && (
        <p class="quiet">
          {isComplete
            ? "The sandbox has no key of this caller, so it cannot sign the request again."
            : "The request is too long to be sent again."}
        </p>
      )}
    </div>
  );
};

interface FailNextProps {
  readonly operation: string;
  /** The world of the caller; the selected one if the caller was not identified. */
  readonly world: string | undefined;
}

const FailNext = ({ operation, world }: FailNextProps) => {
  if (world === undefined || !/^\w+$/.test(operation)) return null;
  const arm = (name: string) => {
    if (!isKeyOf(failures, name)) return;
    const failure = failures[name];
    const match = { operation } as NonNullable<Scenario["match"]>;
    return attempt(
      () => control.post("/scenarios", { world, body: { match, effect: failure.effect } }),
      `The next ${operation} fails: ${failure.words}.`,
    );
  };
  return (
    <select
      aria-label="Make this fail next time"
      value=""
      onChange={({ currentTarget }) => {
        void arm(currentTarget.value);
        currentTarget.value = "";
      }}
    >
      <option value="">Make this fail next time…</option>
      {Object.entries(failures).map(([name, { words }]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
};

/** Finds the TPP that sent the request: by its certificate if its signature was refused. */
const findSigner = (
  { exchange, signature }: Explained,
  tpps: ControlResponse<"listTpps">["tpps"],
) =>
  tpps.find(({ name, keyId }) =>
    exchange.tpp === undefined ? keyId === signature?.expectedKeyId : name === exchange.tpp,
  );

/** Returns the request to sign again; it gets a new X-Request-ID and a new date. */
const requestToSign = ({ request }: Explained["exchange"], tpp: string): SigningRequest => {
  const { "x-request-id": _id, date: _date, digest: _digest, ...headers } = request.headers;
  return {
    tpp,
    method: request.method as SigningRequest["method"],
    target: request.target,
    headers,
    ...(request.body !== undefined && { body: request.body }),
  };
};

const copyCurl = async (body: SigningRequest): Promise<void> => {
  const { curl } = await control.post("/signatures", { body });
  await copyText(curl);
};

const sendAgain = async (body: SigningRequest): Promise<void> => {
  const sent = await attempt(() => control.post("/signed-requests", { body }));
  if (sent === undefined) return;
  const { status } = sent.response;
  showNotice({
    tone: status < 400 ? "good" : "bad",
    text: `Sent again; the bank returned ${status}. It is the first row of the list.`,
  });
};
