import { type Html, html } from "@varde/bank";
import type { DocumentView, ShownSchema } from "./document-view.ts";

const valuesShownMax = 24;
const depthMax = 3;

const referencedName = ({ $ref }: ShownSchema): string | undefined =>
  $ref?.replace("#/components/schemas/", "");

/** Describes the type of a value in a few words, with a link if it has a page. */
export const describeType = (schema: ShownSchema): Html => {
  const name = referencedName(schema);
  if (name !== undefined) return html`<a href="/docs/schemas/${name}">${name}</a>`;
  if (schema.items !== undefined) return html`list of ${describeType(schema.items)}`;
  if (schema.additionalProperties !== undefined) {
    return html`map of ${describeType(schema.additionalProperties)}`;
  }
  return html`${schema.format ?? [schema.type ?? "anything"].flat().join(" or ")}`;
};

/** Describes the bounds of a value, if the schema has any. */
export const describeBounds = (schema: ShownSchema): Html | undefined => {
  const { maxLength, maxItems, minimum, maximum, default: usual } = schema;
  const words = [
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `${minimum} or more`,
    usual !== undefined && `${usual} if left out`,
  ].filter((word) => word !== false);
  return words.length === 0 ? undefined : html`<span class="bounds">${words.join(", ")}</span>`;
};

export const showValues = ({ enum: values = [] }: ShownSchema): Html | undefined => {
  if (values.length === 0) return undefined;
  const shown = values.slice(0, valuesShownMax).map((value) => html`<code>${value}</code> `);
  const more = values.length - valuesShownMax;
  return html`<p class="values">One of ${shown}${more > 0 && `and ${more} more`}</p>`;
};

interface Looks {
  readonly depth?: number;
  /** Whether nested fields are expanded at first. */
  readonly isOpen?: boolean;
}

/** Shows the fields of an object and their fields, down to a maximum depth. */
export const showSchema = (schema: ShownSchema, view: DocumentView, looks: Looks = {}): Html => {
  const { depth = 0 } = looks;
  const name = referencedName(schema);
  const inner = name === undefined ? schema : view.schema(name);
  if (inner === undefined) return html``;
  if (inner.items !== undefined && inner.properties === undefined) {
    return showSchema(inner.items, view, looks);
  }
  if (inner.properties === undefined) {
    return html`${depth === 0 && html`<p>${describeType(inner)}</p>`}${showValues(inner)}`;
  }
  const rows = Object.entries(inner.properties).map(([field, each]) =>
    showField(field, each, inner.required?.includes(field) ?? false, view, looks),
  );
  return html`<dl class="fields">${rows}</dl>`;
};

const showField = (
  name: string,
  schema: ShownSchema,
  isRequired: boolean,
  view: DocumentView,
  looks: Looks,
): Html => html`<div><dt><code>${name}</code>
<span class="type">${describeType(schema)}</span> ${describeBounds(schema)}
${isRequired && html`<span class="badge needed">required</span>`}
${schema.deprecated && html`<span class="badge old-badge">deprecated</span>`}</dt>
<dd>${schema.description !== undefined && html`<p>${sentence(schema.description)}</p>`}
${showInner(name, schema, view, looks)}</dd></div>`;

/** Shows nested fields; a long list of values, such as currencies, has its own page. */
const showInner = (
  name: string,
  schema: ShownSchema,
  view: DocumentView,
  { depth = 0, isOpen = true }: Looks,
): Html | undefined => {
  const reference = referencedName(schema.items ?? schema);
  const inner = reference === undefined ? (schema.items ?? schema) : view.schema(reference);
  if (inner?.properties === undefined) {
    return reference === undefined ? showValues(schema.items ?? schema) : undefined;
  }
  if (depth >= depthMax || reference === "Links") return undefined;
  const open = isOpen && depth === 0 && schema.deprecated !== true && html` open`;
  return html`<details${open}><summary>Fields of <code>${name}</code></summary>
${showSchema(inner, view, { depth: depth + 1, isOpen })}</details>`;
};

/** Turns a description, which is a noun phrase, into a sentence. */
export const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
};
