const abbreviations: Readonly<Record<string, string>> = {
  id: "ID",
  json: "JSON",
  psu: "PSU",
  tpp: "TPP",
};

/** Splits a name in camelCase into words, as in Signed to book at once. */
export const formatWords = (name: string): string =>
  capitalise(name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));

/** Describes a check by its subject, as in Request ID for checkRequestId. */
export const formatCheck = (name: string): string => {
  const subject = name.replace(/^check/, "");
  if (subject === "KeyId") return "keyId";
  const words = (subject.match(/[A-Z][a-z]*/g) ?? [subject]).map((word) => word.toLowerCase());
  return capitalise(words.map((word) => abbreviations[word] ?? word).join(" "));
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
