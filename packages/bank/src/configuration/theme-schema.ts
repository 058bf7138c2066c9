import { schemaType } from "@varde/protocol";

const { boolean, object, optional, string } = schemaType;

const closed = { additionalProperties: false } as const;
const colour = optional(
  string({ pattern: "^#[0-9a-fA-F]{6}$", description: "a colour like #0f5149" }),
);
const colours = optional(
  object(
    {
      primary: colour,
      primaryStrong: colour,
      onPrimary: colour,
      paper: colour,
      card: colour,
      soft: colour,
      ink: colour,
      quiet: colour,
      line: colour,
      field: colour,
      focus: colour,
    },
    closed,
  ),
);

const line = optional(
  string({ minLength: 1, maxLength: 300, description: "a text of 1 to 300 characters" }),
);
const texts = optional(
  object(
    {
      footer: line,
      help: line,
      customerNumber: line,
      customerNumberHint: line,
      identifyNote: line,
      approveNote: line,
      consentNote: line,
    },
    closed,
  ),
);

const file = optional(string({ minLength: 1, description: "the path of an SVG or PNG file" }));

/** Schema of the setting `theme`. It has no description, so that a fault names the part. */
export const themeSchema = object(
  {
    logo: file,
    /** Replaces the logo in the dark scheme. */
    darkLogo: file,
    /** Whether the logo contains the bank's name, which is then not written beside it. */
    logoHasName: optional(boolean()),
    colours: optional(object({ light: colours, dark: colours }, closed)),
    texts: optional(object({ nb: texts, en: texts }, closed)),
  },
  closed,
);
