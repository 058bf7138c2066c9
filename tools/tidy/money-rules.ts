import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

/** Where money is stored, compared or shown. Contracts and checks compare a bank with itself. */
const moneyCode =
  /^packages\/(?:(?:bank\/src\/(?!contracts\/)|ledger\/src\/|sandbox\/src\/)|core-bank-http\/src\/(?!check\/))/;

/** Files that compute with amounts or rates without a sum or an exchange, and what for. */
const exceptions: readonly (readonly [path: string, because: string])[] = [
  ["packages/ledger/src/check-books.ts", "compares products, so that it sees a wrong rounding"],
  ["packages/bank/src/payments/view/view-costs.ts", "formats a rate"],
  ["packages/bank/src/accounts/present-transaction.ts", "formats a rate"],
  ["packages/sandbox/src/data-set/describe-data-set.ts", "formats a rate"],
];

/** VAL-21: finds sums of amounts outside `addMinor`, which bounds them. */
export const moneyIsAddedInOnePlace = (file: SourceFile): readonly Finding[] =>
  findArithmetic(file, "Minor", ["+"], {
    rule: "amounts of money are added",
    fix: "Use addMinor of @varde/protocol/money, and refuse what is too large",
  });

/** VAL-20: finds conversions outside `exchange.ts`, which rounds them. */
export const moneyIsConvertedInOnePlace = (file: SourceFile): readonly Finding[] =>
  findArithmetic(file, "Ppm", ["*", "/", "%"], {
    rule: "an amount is converted",
    fix: "Use exchange, quoteExchange or convertMinor of @varde/protocol/money",
  });

const findArithmetic = (
  { path, code }: SourceFile,
  ending: string,
  operators: readonly string[],
  finding: Pick<Finding, "rule" | "fix">,
): readonly Finding[] => {
  if (!moneyCode.test(path) || exceptions.some(([allowed]) => allowed === path)) return [];
  return code.flatMap((token, index) => {
    if (!operators.includes(token.text)) return [];
    const left = code[index - 1]?.text ?? "";
    // The tokens of "+=" are "+" and "=".
    let last = code[index + 1]?.text === "=" ? index + 2 : index + 1;
    while (code[last + 1]?.text === ".") last += 2;
    const right = code[last]?.text ?? "";
    const isMoney = left.endsWith(ending) || right.endsWith(ending);
    return isMoney ? [{ path, line: token.line, ...finding }] : [];
  });
};
