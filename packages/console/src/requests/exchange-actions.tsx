import type { ControlResponse, Scenario } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { worldId } from "../live/world.ts";
import { copyText } from "../shown/copy-text.ts";
import { isKeyOf } from "../shown/is-key-of.ts";
import { useReading } from "../shown/use-reading.ts";
import { draftRequest, toSigningRequest, writeHttp, writeSignCommand } from "./draft-request.ts";
import { EditRequest } from "./edit-request.tsx";

type Explained = ControlResponse<"readRequest">;

const failures = {
  unavailable: { words: "503, try again later", effect: { unavailable: true } },
  drop: { words: "no response, not done", effect: { drop: true } },
  dropAfter: { words: "no response, but done", effect: { dropAfter: true } },
  forbidden: { words: "403 FORBIDDEN", effect: { code: "FORBIDDEN" } },
  slow: { words: "5 seconds late", effect: { delayMs: 5_000 } },
} as const satisfies Record<string, { words: string; effect: Scenario["effect"] }>;

/** Actions on a request: copy it, edit it and send it again, make the next one fail. */
export const ExchangeActions = ({ explained }: { explained: Explained }) => {
  const { exchange, isComplete } = explained;
  const { exchangeId } = exchange;
  const { value: known } = useReading(() => control.get("/tpps"), []);
  const { value: code } = useReading(
    () => control.get("/requests/{exchangeId}/code", { parameters: { exchangeId } }),
    [exchangeId],
  );
  if (known === undefined || code === undefined) return <div class="actions" />;
  const { sdk, bank } = code;
  const tppId = findSigner(explained, known.tpps)?.tppId;
  const copy = (text: string) => () => attempt(() => copyText(text), "Copied.");
  return (
    <>
      <div class="actions">
        {isComplete && (
          <button type="button" onClick={() => copyCurl(exchange, tppId, bank)}>
            Copy as curl
          </button>
        )}
        {isComplete && sdk !== undefined && (
          <button type="button" onClick={copy(sdk)}>
            Copy as SDK code
          </button>
        )}
        <button type="button" onClick={copy(writeHttp(exchange, bank))}>
          Copy as raw HTTP
        </button>
        <FailNext operation={exchange.operation} world={exchange.worldId ?? worldId.value} />
        {explained.reference !== undefined && <a href={explained.reference}>Reference</a>}
      </div>
      {isComplete ? (
        <EditRequest exchange={exchange} tppId={tppId} bank={bank} />
      ) : (
        <p class="quiet">The request is too long to be sent again.</p>
      )}
    </>
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

/**
 * Copies a curl command. The sandbox signs it if it has the key; otherwise the command signs it in
 * the TPP's folder first and runs the curl command that `varde sign` prints.
 */
const copyCurl = (
  exchange: Explained["exchange"],
  tppId: string | undefined,
  bank: string,
): Promise<unknown> => {
  const draft = draftRequest(exchange);
  if (tppId === undefined) {
    return attempt(
      () => copyText(`${writeSignCommand(draft, bank)} \\\n  | sed -n '/^curl/,$p' | sh`),
      "Copied. It signs in the folder .varde-tpp, because the sandbox does not have this key.",
    );
  }
  return attempt(async () => {
    const { curl } = await control.post("/signatures", { body: toSigningRequest(draft, tppId) });
    await copyText(curl);
  }, "Copied. The bank accepts this signature for a minute.");
};
