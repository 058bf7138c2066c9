const ruleStates = ["implemented", "planned", "decided"] as const;
export type RuleState = (typeof ruleStates)[number];

export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly state: RuleState;
  readonly section: string;
  /** Line number in rules.md, counted from 1. */
  readonly line: number;
}

const row = /^\| ([A-Z]{3}-\d{2,3}) \| (.+) \| (\w*) \|$/;
const likelyRow = /^\|\s*[A-Z]{3}-\d/;

/** Parses the tables of rules.md. Throws if a row has the wrong form. */
export function parseRules(markdown: string): readonly Rule[] {
  let section = "";
  return markdown.split("\n").flatMap((content, index) => {
    const line = index + 1;
    if (content.startsWith("## ")) section = content.slice(3);
    const [, id, text, state] = row.exec(content) ?? [];
    if (id === undefined || text === undefined) {
      if (likelyRow.test(content)) throw new Error(`line ${line} is not "| id | rule | state |"`);
      return [];
    }
    const known = ruleStates.find((candidate) => candidate === state);
    if (known === undefined) throw new Error(`line ${line}: unknown state "${state}"`);
    return [{ id, text, state: known, section, line }];
  });
}

/** Returns the text with `planned` replaced by `implemented` for the tested rules. */
export function markImplemented(markdown: string, tested: ReadonlySet<string>): string {
  return markdown
    .split("\n")
    .map((content) => {
      const id = row.exec(content)?.[1];
      if (id === undefined || !tested.has(id)) return content;
      return content.replace(/\| planned \|$/, "| implemented |");
    })
    .join("\n");
}
