import type { ControlResponse } from "@varde/protocol";
import { useId, useState } from "preact/hooks";
import { attempt, control, describeError } from "../live/control.ts";
import { JsonText } from "../shown/json-text.tsx";
import { HttpStatus } from "../shown/status.tsx";
import { type Draft, draftRequest, toSigningRequest, writeSignCommand } from "./draft-request.ts";

type Sent = ControlResponse<"sendSignedRequest">;

interface EditRequestProps {
  readonly exchange: ControlResponse<"readRequest">["exchange"];
  /** The TPP to sign for; undefined if the sandbox does not have its key. */
  readonly tppId: string | undefined;
  readonly bank: string;
}

/**
 * A form to change a request and send it again. For a TPP with its own certificate it shows the
 * command that signs the request in the TPP's folder.
 */
export const EditRequest = ({ exchange, tppId, bank }: EditRequestProps) => {
  const [draft, setDraft] = useState(() => draftRequest(exchange));
  const [sent, setSent] = useState<Sent>();
  const change = (part: keyof Draft) => (value: string) => setDraft({ ...draft, [part]: value });
  const send = async (tpp: string) =>
    setSent(
      await attempt(async () =>
        control.post("/signed-requests", { body: toSigningRequest(draft, tpp) }),
      ),
    );
  return (
    <details class="form edit">
      <summary>Edit and send again</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (tppId !== undefined) void send(tppId);
        }}
      >
        <Text label="Path" value={draft.target} onChange={change("target")} />
        <Text label="Headers" rows={5} value={draft.headers} onChange={change("headers")} />
        <Text label="Body" rows={10} value={draft.body} onChange={change("body")} />
        {tppId === undefined ? (
          <SignCommand draft={draft} bank={bank} />
        ) : (
          <button type="submit" class="primary">
            Sign and send
          </button>
        )}
      </form>
      {sent !== undefined && (
        <section aria-label="Response to the edited request">
          <p role="status">
            The bank returned <HttpStatus status={sent.response.status} />
          </p>
          <JsonText text={sent.response.body || "No body."} label="New response body" />
        </section>
      )}
    </details>
  );
};

const SignCommand = ({ draft, bank }: { draft: Draft; bank: string }) => (
  <section>
    <p class="quiet">
      The sandbox does not have the key of this certificate. This command signs the request with the
      key in the folder of your TPP, and prints the curl command that sends it within a minute. If
      your TPP is in another folder than .varde-tpp, change it.
    </p>
    <JsonText text={writeCommand(draft, bank)} label="Command" />
  </section>
);

const writeCommand = (draft: Draft, bank: string): string => {
  try {
    return writeSignCommand(draft, bank);
  } catch (error) {
    return describeError(error);
  }
};

interface TextProps {
  readonly label: string;
  readonly rows?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Text = ({ label, rows = 1, value, onChange }: TextProps) => {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
};
