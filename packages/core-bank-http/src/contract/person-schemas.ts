import type { Agreement, Person } from "@varde/bank";
import { psuContexts, schemaType } from "@varde/protocol";
import { valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { id, line } = valueSchemas;
const { list, object, oneOf } = schemaType;

export const personSchema = schemaOf<Person>()(
  object({ personId: id, name: line }, { description: "a private person or a representative" }),
);

export const agreementSchema = schemaOf<Agreement>()(
  object(
    { agreementId: id, name: line, context: oneOf(psuContexts), accountIds: list(id) },
    { description: "an agreement, with the accounts that the person may see and use under it" },
  ),
);
