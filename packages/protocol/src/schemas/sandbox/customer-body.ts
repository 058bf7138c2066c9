import { limits } from "../../limits.ts";
import { object, type Static, string, text } from "../schema.ts";
import { anyCase } from "./any-case.ts";

export const customerNumber = string({
  pattern: "^[0-9]{8,11}$",
  description: "8 to 11 digits in quotes",
});

export const customerBody = object({
  customerNumber,
  name: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  type: anyCase(["PRIVATE", "CORPORATE"]),
});
export type CustomerBody = Static<typeof customerBody>;
