import { purposeCodes } from "../../data/purpose-codes.ts";
import { oneOf } from "../schema.ts";

export const purposeCode = oneOf(purposeCodes);
