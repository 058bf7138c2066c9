/** Writes a JSON value as JavaScript, with quotes around names only where they are needed. */
export const javascriptLiteral = (value: unknown): string =>
  // In JSON a line break is never inside a text, so that a line can only start with a name.
  JSON.stringify(value, undefined, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
