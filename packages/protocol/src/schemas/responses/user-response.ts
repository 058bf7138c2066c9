import { object, type Static, string } from "../schema.ts";

export const userResponse = object({ psuId: string() });
export type UserResponse = Static<typeof userResponse>;
