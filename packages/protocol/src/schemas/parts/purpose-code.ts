import { purposeCodes } from "../../data/purpose-codes.ts";
import { oneOf } from "../type.ts";

export const purposeCode = oneOf(purposeCodes);
