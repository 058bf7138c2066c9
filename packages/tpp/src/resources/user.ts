import type { UserResponse } from "@varde/protocol";
import { checkCalls, takes } from "../check-arguments.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { aPsu, callOptions } from "./call-arguments.ts";

/**
 * The id of the PSU. Before an SCA the call throws ScaRequiredError; a TPP that is only a PISP uses
 * it to start an SCA.
 *
 * @example
 * const { psuId } = await client.user.read(psu);
 */
export interface User {
  /** Returns the id of the PSU who has authenticated in this session. */
  read(psu: Psu, options?: CallOptions): Promise<UserResponse>;
}

/** The path of the operation, which differs between banks. */
export type UserPath = "user" | "users";

export const makeUser = (call: Call, path: UserPath): User => {
  const operation = path === "users" ? "readUsers" : "readUser";
  return checkCalls<User>(
    "user",
    { read: (psu, options) => call(operation, { psu }, options) },
    { read: takes(aPsu, callOptions) },
  );
};
