import type { Lines } from "./mistake.ts";

const show = ([name, value]: Lines[number]): string => `"${name}: ${value}"`;

const namesOf = (lines: Lines): string[] => lines.map((line) => line[0]);

/** Says what was signed and what the server saw, at the first place where they differ. */
export const describeLines = (signed: Lines, seen: Lines): string => {
  const seenNames = namesOf(seen);
  const signedNames = namesOf(signed);
  const left = seenNames.filter((name) => !signedNames.includes(name));
  if (signed.length < seen.length) return `You signed without ${left.join(", ")}`;
  const added = signed.filter(([name]) => !seenNames.includes(name));
  if (signed.length > seen.length) {
    return `You also signed ${added.map(show).join(", ")}, which the headers part does not list`;
  }
  const isReordered = added.length === 0 && signedNames.join() !== seenNames.join();
  if (isReordered) {
    const [yours, ours] = [signedNames.join(" "), seenNames.join(" ")];
    return `You signed in the order ${yours}, the server saw ${ours}`;
  }
  const at = signed.findIndex(
    (line, index) => line[0] !== seen[index]?.[0] || line[1] !== seen[index]?.[1],
  );
  const [a, b] = [signed[at], seen[at]];
  return a && b ? `You signed ${show(a)}, the server saw ${show(b)}` : "You signed the same lines";
};
