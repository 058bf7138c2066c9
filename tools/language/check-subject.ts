import { findBannedPhrases } from "./find-banned-phrases.ts";

const charactersMax = 72;
const types = ["build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "style", "test"];
/** Types of changes that users notice, and that therefore name a package. */
const needsScope = new Set(["feat", "fix", "perf"]);
const form = /^([a-z]+)(\([a-z][a-z0-9-]*(?:,[a-z][a-z0-9-]*)*\))?!?: \S/;

/** Returns what is wrong with the subject of a commit; nothing if it follows the conventions. */
export function checkSubject(subject: string): readonly string[] {
  const length = [...subject].length;
  const tooLong =
    length > charactersMax ? [`it has ${length} characters, ${charactersMax} at most`] : [];
  const phrases = findBannedPhrases(subject).map(
    ({ phrase, instead }) => `"${phrase}" is not plain English: write ${instead}`,
  );
  return [...checkForm(subject), ...tooLong, ...phrases];
}

function checkForm(subject: string): readonly string[] {
  const [isConventional, type = "", scope] = form.exec(subject) ?? [];
  if (isConventional === undefined)
    return ['it does not have the form "type(scope): what it does"'];
  if (!types.includes(type)) return [`"${type}" is not one of the types ${types.join(", ")}`];
  if (scope === undefined && needsScope.has(type)) return [`"${type}" needs a scope`];
  return [];
}
