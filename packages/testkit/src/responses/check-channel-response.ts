import assert from "node:assert/strict";
import { describeOwnChannel } from "@varde/bank";
import { Ajv2020 } from "ajv/dist/2020.js";

interface Documented {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Media> }>>;
}

interface Media {
  readonly schema: object;
}

const document = describeOwnChannel() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: object;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

/** Asserts that the OpenAPI document of the bank's own channels describes a response. */
export const checkChannelResponse = (
  method: string,
  path: string,
  { status, body }: { readonly status: number; readonly body: unknown },
): void => {
  const [target = ""] = path.split("?");
  const template = Object.keys(document.paths).find((each) =>
    new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(target),
  );
  const operation = document.paths[template ?? ""]?.[method.toLowerCase()];
  const response = operation?.responses[status];
  assert.ok(response !== undefined, `${method} ${target} with ${status} is not in the document`);
  const [media] = Object.values(response.content ?? {});
  // References start at the root of the schema. A response without content has no body.
  const { schema } = media ?? { schema: { not: {} } };
  const validate = ajv.compile({ ...schema, components: document.components });
  if (media === undefined && body === undefined) return;
  assert.ok(validate(body), `${method} ${target}: ${ajv.errorsText(validate.errors)}`);
};
