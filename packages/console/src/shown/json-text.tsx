import { attempt } from "../live/control.ts";
import { colourJson } from "./colour-json.ts";
import { copyText } from "./copy-text.ts";

/**
 * Shows a body: JSON with indents and colours, anything else as it is. It is text, never markup.
 * The button copies the body as it was sent.
 */
export const JsonText = ({ text, label }: { text: string; label: string }) => {
  const indented = indent(text);
  return (
    <div class="copied">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section class="code" tabIndex={0} aria-label={label}>
        <pre>
          {indented === undefined
            ? text
            : colourJson(indented).map((piece) =>
                piece.kind === "plain" ? piece.text : <span class={piece.kind}>{piece.text}</span>,
              )}
        </pre>
      </section>
      <button
        type="button"
        aria-label={`Copy: ${label}`}
        onClick={() => attempt(() => copyText(text), "Copied.")}
      >
        Copy
      </button>
    </div>
  );
};

const indent = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return undefined;
  }
};
