/**
 * Decodes base64 only when the text is the one canonical spelling of its bytes: standard alphabet,
 * full padding, no blanks, unused bits zero. With two spellings one signature would look like two.
 */
export const decodeBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
};
