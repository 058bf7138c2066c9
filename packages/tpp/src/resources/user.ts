import type { UserResponse } from "@varde/protocol";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";

/**
 * The id of the PSU. Before an SCA the call throws ScaRequiredError; a TPP that is only a PISP uses
 * it to start an SCA.
 *
 * @example
 * const { psuId } = await client.user.read(psu);
 */
export interface User {
  read(psu: Psu, options?: CallOptions): Promise<UserResponse>;
}

/** The path of the operation, which differs between banks. */
export type UserPath = "user" | "users";

export const makeUser = (call: Call, path: UserPath): User => ({
  read: (psu, options) => call(path === "users" ? "readUsers" : "readUser", { psu }, options),
});
