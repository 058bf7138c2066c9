import { object, type Static, string } from "../type.ts";

export const userResponse = object({ psuId: string() });
export type UserResponse = Static<typeof userResponse>;
