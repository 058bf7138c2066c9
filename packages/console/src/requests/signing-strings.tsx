import { findDifference } from "./find-difference.ts";

/** The bank's signing string beside the one that was signed, with the differences marked. */
export const SigningStrings = ({ built, signed }: { built: string; signed: string }) => {
  const [builtLines, signedLines] = [built.split("\n"), signed.split("\n")];
  const rows = Array.from({ length: Math.max(builtLines.length, signedLines.length) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="code" tabIndex={0} aria-label="Signing strings">
      <table class="strings">
        <thead>
          <tr>
            <th scope="col">The bank built</th>
            <th scope="col">You signed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((_, at) => {
            const [ours, theirs] = [builtLines[at], signedLines[at]];
            return (
              <tr key={at} class={ours === theirs ? "" : "differs"}>
                <td>{markDifference(ours, theirs)}</td>
                <td>{markDifference(theirs, ours)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

/** Marks what is between the common beginning and the common end of two lines. */
const markDifference = (line: string | undefined, other: string | undefined) => {
  if (line === undefined) return <span class="quiet">no such line</span>;
  if (line === other) return line;
  if (other === undefined) return <mark>{line}</mark>;
  const { before, differing, after } = findDifference(line, other);
  return (
    <>
      {before}
      <mark>{differing || "\u200b"}</mark>
      {after}
    </>
  );
};
