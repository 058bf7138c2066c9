import { UsageError } from "../command.ts";
import type { MadeRecord } from "../identity/tpp-folder.ts";
import { productByWord } from "./payment-from-options.ts";

/** What an id stands for: something this TPP has made, else a payment of the product given. */
export const findMade = (
  id: string,
  made: readonly MadeRecord[],
  productWord: string | undefined,
): MadeRecord => {
  const known = made.find((each) => each.id === id);
  if (known !== undefined) return known;
  const product = productByWord[productWord ?? "domestic"];
  if (product === undefined) throw new UsageError(`"${productWord}" is no product`);
  return { id, kind: "payment", product, psu: "", at: "" };
};
