import { literalText, type Token } from "./scan-tokens.ts";

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/** Lists what a file imports, re-exports or loads with `import()` and a literal name. */
export function listImports(code: readonly Token[]): readonly Import[] {
  return code.flatMap((token, index) => {
    if (token.kind !== "string") return [];
    const before = code[index - 1]?.text;
    const isLazy = before === "(" && code[index - 2]?.text === "import";
    if (before !== "from" && before !== "import" && !isLazy) return [];
    return [{ specifier: literalText(token), line: token.line }];
  });
}
