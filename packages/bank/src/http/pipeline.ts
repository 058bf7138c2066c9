import { type OperationKind, operationKinds } from "@varde/protocol";
import { type Awaitable, isLater } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Check, Ending } from "./check.ts";
import { checkBodyJson } from "./checks/check-body-json.ts";
import { checkBodyRules } from "./checks/check-body-rules.ts";
import { checkBodySchema } from "./checks/check-body-schema.ts";
import { checkBodySize } from "./checks/check-body-size.ts";
import { checkCertificate } from "./checks/check-certificate.ts";
import { checkConsent } from "./checks/check-consent.ts";
import { checkDate } from "./checks/check-date.ts";
import { checkDigest } from "./checks/check-digest.ts";
import { checkHeaderFormats } from "./checks/check-header-formats.ts";
import { checkKeyId } from "./checks/check-key-id.ts";
import { checkMediaType } from "./checks/check-media-type.ts";
import { checkProduct } from "./checks/check-product.ts";
import { checkPsu } from "./checks/check-psu.ts";
import { checkRequestId } from "./checks/check-request-id.ts";
import { checkRequiredHeaders } from "./checks/check-required-headers.ts";
import { checkSession } from "./checks/check-session.ts";
import { checkSignature } from "./checks/check-signature.ts";
import { checkTpp } from "./checks/check-tpp.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Every check × every kind of operation (the columns are `operationKinds`), in order. The order is
 * the precedence of errors: all faults of one check are reported together, and no later check runs.
 * Before the first row the door has refused odd targets, unknown paths and methods; after the last
 * one the use case judges the state of the resource.
 */
// biome-ignore format: one aligned table
const table: readonly (readonly [Check, string])[] = [
  //                      create          payment      account consent user funds contact data
  //                      payment basket  read change
  [checkProduct,         "x       .       x    x      .       .       .    .     .       .   "],
  [checkMediaType,       "x       x       x    x      x       x       x    x     x       x   "],
  [checkBodySize,        "x       x       x    x      x       x       x    x     x       x   "],
  [checkRequiredHeaders, "x       x       x    x      x       x       x    x     x       x   "],
  [checkDate,            "x       x       x    x      x       x       x    x     x       x   "],
  [checkDigest,          "x       x       x    x      x       x       x    x     x       x   "],
  [checkCertificate,     "x       x       x    x      x       x       x    x     x       x   "],
  [checkKeyId,           "x       x       x    x      x       x       x    x     x       x   "],
  [checkSignature,       "x       x       x    x      x       x       x    x     x       x   "],
  [checkTpp,             "x       x       x    x      x       x       x    x     x       x   "],
  [checkRequestId,       "x       x       x    x      x       x       x    x     x       x   "],
  [checkHeaderFormats,   "x       x       x    x      x       x       x    x     x       x   "],
  [checkBodyJson,        "x       x       .    .      .       .       .    x     x       x   "],
  [checkBodySchema,      "x       x       .    .      .       .       .    x     x       x   "],
  [checkBodyRules,       "x       .       .    .      .       .       .    x     .       .   "],
  [checkPsu,             "x       x       x    x      x       x       x    x     .       .   "],
  [checkSession,         "x       x       .    x      x       .       x    .     .       .   "],
  [checkConsent,         ".       .       .    .      x       .       .    .     .       .   "],
];

const checksByKind = new Map<OperationKind, readonly Check[]>(
  operationKinds.map((kind, column) => [
    kind,
    table.filter(([, cells]) => cells.split(/\s+/)[column] === "x").map(([check]) => check),
  ]),
);

/** Walks a request through its checks; answers what ended the walk, or nothing if all passed. */
export const walkPipeline = (context: RequestContext, bank: Bank): Awaitable<Ending | undefined> =>
  walkOn(checksByKind.get(context.operation.kind) ?? [], 0, context, bank);

/** Most checks have their verdict at once; the walk waits only for those that have not. */
const walkOn = (
  checks: readonly Check[],
  first: number,
  context: RequestContext,
  bank: Bank,
): Awaitable<Ending | undefined> => {
  for (let at = first; at < checks.length; at += 1) {
    const ending = checks[at]?.(context, bank);
    if (isLater(ending)) {
      return ending.then((found) => found ?? walkOn(checks, at + 1, context, bank));
    }
    if (ending !== undefined) return ending;
  }
  return undefined;
};
