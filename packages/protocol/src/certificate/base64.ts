/**
 * Decodes base64 only if the text is the canonical encoding of its bytes: standard alphabet, full
 * padding, no spaces, unused bits zero. Otherwise one signature could be written in two ways.
 */
export const decodeBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
};
