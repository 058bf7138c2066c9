import {
  type Operation,
  operationKinds,
  type TppMessageCode,
  tppMessageCodes,
} from "@varde/protocol";

/**
 * Code × kind of operation (the columns are `operationKinds`): which codes an answer may carry. A
 * path that is not there and a parameter nobody needs are of no operation.
 */
// biome-ignore format: one aligned table
const table: Readonly<Record<TppMessageCode, string>> = {
  //                        create         payment     account consent user funds contact data
  //                        payment basket read change
  FORMAT_ERROR:             "x       x      x    x      x       x       x    x     x       x",
  BAD_REQUEST:              "x       x      x    x      x       x       x    x     x       x",
  HTTP_HEADER_REQUIRED:     "x       x      x    x      x       x       x    x     x       x",
  QUERY_PARAMETER_REQUIRED: ".       .      .    .      .       .       .    .     .       .",
  KID_MISSING:              "x       .      .    .      .       .       .    .     .       .",
  KID_INVALID:              "x       .      .    .      .       .       .    .     .       .",
  EXECUTION_DATE_INVALID:   "x       .      .    .      .       .       .    .     .       .",
  PAYMENT_FAILED:           "x       .      .    .      .       .       .    .     .       .",
  REFERENCE_MIX_INVALID:    ".       x      .    .      .       .       .    .     .       .",
  SCA_NOT_FOUND:            "x       x      .    x      x       .       x    .     .       .",
  SCA_EXPIRED:              "x       x      .    x      x       .       x    .     .       .",
  SCA_INVALID:              "x       x      .    x      x       .       x    .     .       .",
  PSU_CREDENTIALS_INVALID:  "x       x      x    x      x       x       x    x     .       .",
  CONSENT_EXPIRED:          ".       .      .    .      x       .       .    x     .       .",
  CONSENT_INVALID:          ".       .      .    .      x       .       .    x     .       .",
  CONSENT_UNKNOWN:          ".       .      .    .      x       .       .    x     .       .",
  FORBIDDEN:                "x       x      x    x      x       x       x    x     x       x",
  PRODUCT_INVALID:          "x       .      .    .      .       .       .    .     .       .",
  PRODUCT_UNKNOWN:          "x       .      x    x      .       .       .    .     .       .",
  RESOURCE_UNKNOWN:         "x       x      x    x      x       .       .    x     x       x",
  NOT_FOUND:                ".       .      .    .      .       .       .    .     .       x",
  CONFLICT:                 "x       x      x    x      x       x       x    x     x       x",
  ACCESS_EXCEEDED:          ".       .      .    .      x       .       .    .     .       .",
  SYSTEM_ERROR:             "x       x      x    x      x       x       x    x     x       x",
};

/** The codes a refusal of this operation may carry, in the order of the catalogue. */
export const operationCodes = (operation: Operation): readonly TppMessageCode[] => {
  const column = operationKinds.indexOf(operation.kind);
  return tppMessageCodes.filter(
    (code) => table[code].split(/\s+/)[column] === "x" && isOf(code, operation),
  );
};

/** What the kind does not tell: whether the path names a product, and whether anything changes. */
const isOf = (code: TppMessageCode, { path, method, kind }: Operation): boolean => {
  if (code === "PRODUCT_UNKNOWN") return path.includes("{product}");
  if (code === "CONFLICT") return method !== "GET" && kind !== "confirmFunds";
  return true;
};
