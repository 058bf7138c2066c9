import { list, map, object, oneOf, type Static, string } from "../schema.ts";

export const link = object({
  href: string(),
  verbs: list(oneOf(["GET", "PUT", "POST", "DELETE"])),
});
export type Link = Static<typeof link>;

export const links = map(link);
export type Links = Static<typeof links>;
