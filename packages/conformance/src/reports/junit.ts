import type { BankReport, CheckReport, ResultKind } from "./report.ts";

/** A test case of a JUnit file. */
export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  readonly says: string;
  readonly seconds: number;
  /** The element that says how it ended; a case without one passed. */
  readonly ending?: "failure" | "error" | "skipped" | undefined;
  readonly text: string;
}

/** Writes test cases as JUnit, which build servers read: one suite for each group. */
export const formatJunit = (name: string, cases: readonly JunitCase[]): string => {
  const suites = [...Map.groupBy(cases, ({ suite }) => suite)].map(
    ([suite, members]) =>
      `  <testsuite name="${escapeXml(suite)}"${countsOf(members)}>\n${members
        .map(formatCase)
        .join("")}  </testsuite>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeXml(name)}"${countsOf(cases)}>
${suites.join("")}</testsuites>
`;
};

const endings: Readonly<Partial<Record<ResultKind, JunitCase["ending"]>>> = {
  failed: "failure",
  "not proven": "error",
  blocked: "error",
  skipped: "skipped",
};

/** Returns the checks of a bank as test cases. An expected failure is not one for a build. */
export const bankCases = ({ checks }: BankReport): readonly JunitCase[] =>
  checks.map((check) => ({
    suite: check.group,
    name: check.id,
    says: check.says,
    seconds: check.ms / 1000,
    ending: check.expected === undefined ? endings[check.result] : "skipped",
    text: describe(check),
  }));

const describe = ({ level, rules, result, seen, expected, until }: CheckReport): string => {
  const expectation = expected === undefined ? "" : ` Expected until ${until}: ${expected}`;
  return `${result} (${level}, ${rules.join(" ")}): ${seen}${expectation}`;
};

const countsOf = (cases: readonly JunitCase[]): string => {
  const count = (ending: JunitCase["ending"]) =>
    cases.filter((each) => each.ending === ending).length;
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0);
  return (
    ` tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"` +
    ` skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`
  );
};

const formatCase = ({ suite, name, says, seconds, ending, text }: JunitCase): string => {
  const start =
    `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(`${name}: ${says}`)}"` +
    ` time="${seconds.toFixed(3)}">\n`;
  const body =
    ending === undefined
      ? `      <system-out>${escapeXml(text)}</system-out>\n`
      : `      <${ending} message="${escapeXml(text)}"/>\n`;
  return `${start}${body}    </testcase>\n`;
};

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Escapes a text for an attribute or an element. XML cannot hold most control characters. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[&<>"\n]/g, (character) => entities[character] ?? "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 refuses
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
