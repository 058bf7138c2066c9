/** More than any page has fields. A checklist of the greatest size has some 23 000 accounts. */
const fieldsMax = 2_000;
const checklistFieldsMax = 24_000;

/** The fields of a form that a PSU's browser has sent, in their order. */
export class Form {
  readonly fields: readonly (readonly [name: string, value: string])[];

  constructor(fields: readonly (readonly [string, string])[] = []) {
    this.fields = fields;
  }

  /** Returns the first value of a field, or null as `URLSearchParams` does. */
  get(name: string): string | null {
    return this.fields.find(([each]) => each === name)?.[1] ?? null;
  }

  getAll(name: string): readonly string[] {
    return this.fields.filter(([each]) => each === name).map(([, value]) => value);
  }
}

/**
 * Parses a form in the time of reading it once. `URLSearchParams` takes seconds for a large form
 * of fields without values, and anybody can send one. Returns undefined at the first malformed
 * percent, and for more fields than a page has.
 */
export const parseForm = (text: string, isChecklist = false): Form | undefined => {
  const countMax = isChecklist ? checklistFieldsMax : fieldsMax;
  const fields: (readonly [string, string])[] = [];
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf("&", from);
    const to = found < 0 ? text.length : found;
    if (to > from) {
      // Looked for in the field only: what comes after it would be read again for each field.
      const field = parseField(text.slice(from, to));
      if (field === undefined || fields.length >= countMax) return undefined;
      fields.push(field);
    }
    from = to + 1;
  }
  return new Form(fields);
};

const parseField = (text: string): readonly [string, string] | undefined => {
  const equals = text.indexOf("=");
  const name = decode(equals < 0 ? text : text.slice(0, equals));
  const value = equals < 0 ? "" : decode(text.slice(equals + 1));
  return name === undefined || value === undefined ? undefined : [name, value];
};

const decode = (text: string): string | undefined => {
  const spaced = text.includes("+") ? text.split("+").join(" ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
};
