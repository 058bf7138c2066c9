import { DOMParser } from "@xmldom/xmldom";

/** The part of a DOM element that is used here; the library's types need those of a browser. */
export interface XmlElement {
  readonly localName: string;
  readonly namespaceURI: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlElement>;
  getAttribute(name: string): string;
}

/** Thrown for a trusted list that cannot be used. */
export class TrustedListRefused extends Error {
  override readonly name = "TrustedListRefused";
}

export const parseXml = (xml: string): XmlElement => {
  const refuse = (message: string) => {
    throw new TrustedListRefused(`The list is not well-formed XML: ${message}`);
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const document = new DOMParser({ errorHandler }).parseFromString(xml, "text/xml");
  return document.documentElement as unknown as XmlElement;
};

/** Lists the child elements. */
export const children = ({ childNodes }: XmlElement): readonly XmlElement[] =>
  Array.from(childNodes).filter(({ localName }) => typeof localName === "string");

/** Finds the elements of a namespace at the end of a path of element names. */
export const find = (
  from: XmlElement,
  namespace: string,
  ...path: readonly string[]
): readonly XmlElement[] =>
  path.reduce<readonly XmlElement[]>(
    (elements, name) => elements.flatMap(children).filter((each) => isNamed(each, namespace, name)),
    [from],
  );

export const isNamed = (
  { localName, namespaceURI }: XmlElement,
  namespace: string,
  name: string,
): boolean => localName === name && namespaceURI === namespace;

export const readText = ({ textContent }: XmlElement): string => (textContent ?? "").trim();
