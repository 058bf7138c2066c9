/** Shows a body: JSON with indents, anything else as it is. It is text, never markup. */
export const JsonText = ({ text, label }: { text: string; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
  <section class="code" tabIndex={0} aria-label={label}>
    <pre>{indent(text)}</pre>
  </section>
);

const indent = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};
