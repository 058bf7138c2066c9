import { object, type Static } from "../schema.ts";
import { ncbctBody } from "./ncbct-body.ts";

/**
 * A cross-border credit transfer. It has the fields of the Norwegian product, because the reporting
 * to the tax authority does not depend on the product.
 */
export const cbctBody = object({ ...ncbctBody.properties });
export type CbctBody = Static<typeof cbctBody>;
