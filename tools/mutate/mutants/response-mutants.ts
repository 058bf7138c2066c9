import { declareMutants } from "../mutant.ts";

const links = "bank/src/request/links.ts";
const prefix = "bank/src/http/refuse-route-miss.ts";
const bodies = "protocol/src/schemas/bodies/sandbox-bodies.ts";
const loaded = "sandbox/src/data-operations/accounts/present-loaded.ts";

/** Rules about what a response says: its links, and test data that is read back. */
export const responseMutants = declareMutants([
  ["RSP-18", links, 'linkForm === "from-base" || pathPrefix === ""', "true", "setting"],
  ["RSP-18", links, "{ ...response, pieces: mapPieces(pieces, addPrefix) }", "response", "setting"],
  ["RSP-19", prefix, 'if (pathPrefix === "") return undefined;', "return undefined;", "setting"],
  ["RSP-19", prefix, "if (!isTwice && !", "if (isTwice || !", "setting"],
  ["CUS-15", loaded, '...given("purposeCode", texts.purposeCode),', "", "data"],
  [
    "CUS-15",
    "sandbox/src/data-operations/data-parts.ts",
    "if (fields.length === 0) return;",
    "return;",
    "data",
  ],
  ["CUS-16", bodies, "cardAcceptorId: id,", "cardAcceptorId: reference,", "data"],
]);
