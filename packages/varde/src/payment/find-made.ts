import { unknownWord } from "../command.ts";
import type { MadeRecord } from "../identity/tpp-folder.ts";
import { productByWord, productWords } from "./payment-from-options.ts";

/** Returns what this TPP made under an id; if it is unknown, a payment of the given product. */
export const findMade = (
  id: string,
  made: readonly MadeRecord[],
  productWord: string | undefined,
): MadeRecord => {
  const known = made.find((each) => each.id === id);
  if (known !== undefined) return known;
  const product = productByWord[productWord ?? "domestic"];
  if (product === undefined) throw unknownWord("product", productWord ?? "", productWords);
  return { id, kind: "payment", product, psu: "", at: "" };
};
