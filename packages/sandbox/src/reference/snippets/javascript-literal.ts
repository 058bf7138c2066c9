/** Writes a JSON value as JavaScript, with quotes around names only where they are needed. */
export const javascriptLiteral = (value: unknown): string =>
  // A JSON string contains no line break, so a quote at the start of a line opens a name.
  JSON.stringify(value, undefined, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
