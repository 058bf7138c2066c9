import type { UserResponse } from "@varde/protocol";
import type { Call, CallOptions } from "./http/call-operation.ts";
import type { Psu } from "./psu.ts";

/**
 * Who the PSU is; before an SCA the call throws ScaRequiredError, which is how a PISP that is no
 * AISP begins one.
 *
 * @example
 * const { psuId } = await client.user.read(psu);
 */
export interface User {
  read(psu: Psu, options?: CallOptions): Promise<UserResponse>;
}

/** Banks spell the path in two ways. */
export type UserPath = "user" | "users";

export const makeUser = (call: Call, path: UserPath): User => ({
  read: (psu, options) => call(path === "users" ? "readUsers" : "readUser", { psu }, options),
});
