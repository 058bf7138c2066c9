import type { Lines } from "./mistake.ts";

const show = ([name, value]: Lines[number]): string => `"${name}: ${value}"`;

const lineNames = (lines: Lines): string[] => lines.map((line) => line[0]);

/** Describes what was signed and what the server saw, at the first difference. */
export const describeLines = (signed: Lines, server: Lines): string => {
  const serverNames = lineNames(server);
  const signedNames = lineNames(signed);
  const omitted = serverNames.filter((name) => !signedNames.includes(name));
  if (signed.length < server.length) return `You signed without ${omitted.join(", ")}`;
  const added = signed.filter(([name]) => !serverNames.includes(name));
  if (signed.length > server.length) {
    return `You also signed ${added.map(show).join(", ")}, which the headers part does not list`;
  }
  const isReordered = added.length === 0 && signedNames.join() !== serverNames.join();
  if (isReordered) {
    const [yours, ours] = [signedNames.join(" "), serverNames.join(" ")];
    return `You signed in the order ${yours}, the server saw ${ours}`;
  }
  const at = signed.findIndex(
    (line, index) => line[0] !== server[index]?.[0] || line[1] !== server[index]?.[1],
  );
  const [a, b] = [signed[at], server[at]];
  return a && b ? `You signed ${show(a)}, the server saw ${show(b)}` : "You signed the same lines";
};

const charactersBefore = 12;
const charactersShown = 40;

/** Describes the first difference between what was signed and what the server built. */
export const describeDifference = (signed: string | Uint8Array, right: string): string => {
  const text = typeof signed === "string" ? signed : Buffer.from(signed).toString("latin1");
  if (text === right) return describeLetter(text);
  let at = 0;
  while (at < right.length && text[at] === right[at]) at += 1;
  const excerpt = (whole: string) =>
    JSON.stringify(whole.slice(Math.max(at - charactersBefore, 0), at + charactersShown));
  return `At the first difference you signed ${excerpt(text)}; right is ${excerpt(right)}.`;
};

/** Describes a difference that only bytes show: a letter in ISO-8859-1 instead of UTF-8. */
const describeLetter = (text: string): string => {
  const [letter = ""] = /[^\0-\x7f]/.exec(text) ?? [];
  const bytes = (encoding: "latin1" | "utf8") =>
    (Buffer.from(letter, encoding).toString("hex").toUpperCase().match(/../g) ?? []).join(" ");
  return (
    `The letters are the same, the bytes are not: ${JSON.stringify(letter)} is ` +
    `${bytes("latin1")} in the string that you signed; right is ${bytes("utf8")}.`
  );
};
