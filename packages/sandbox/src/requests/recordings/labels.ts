import { hashSecret } from "@varde/bank";
import { isInvalid, parseIdentityNumber } from "@varde/protocol";
import { dataSet } from "../../data-set/index.ts";
import { hideEncoded } from "./encoded-ids.ts";

/**
 * Labels stand for values that a recording must not show, or that each bank makes for itself:
 * {{paymentId 1}}, {{sca 2}}, {{person kari}}. A replay puts the values of its own bank there.
 */
const labelForm = /\{\{(\w{1,40}) ([\w-]{1,60})\}\}/g;

/** Two braces in a text from outside, which would otherwise read as a label. */
const bracesLabel = "{{text braces}}";

/** The address of the bank, which each bank has for itself. */
export const bankLabel = "{{text bank}}";

/** The id of the world, which depends on the TPP. */
export const worldLabel = "{{text world}}";

const fixedLabels: Readonly<Record<string, string>> = { [bracesLabel]: "{{" };

/** Ids, and secrets in links to the bank's pages: each bank makes them for itself. */
const madeId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const madeSecret = /\/(sca|explain)\/([\w-]{16,64})/g;

/** The end of a page token, which depends on the bank and the TPP. */
const madePageOwner = /([?&]page=[\w-]{1,500}\.)([\w-]{11})(?![\w-])/g;

/** Ends the label of an id in upper case: the bank ignores the case of ids, signatures do not. */
const upperEnd = "-upper}}";

/** Digits, among them the numbers of people. */
const digits = /[0-9]{8,}/g;
const organisationDigits = 9;
const wordCharacter = /\w/;

/** The name of the field before a value, like paymentId. */
const fieldBefore = /"(\w{1,40})"\s*:\s*"$/;
const fieldCharactersMax = 60;

/** A private key in PEM, to the end of the text that it is in. */
const privateKey = /PRIVATE KEY-----[^"]*/g;
export const privateKeyLabel = "{{text private-key}}";

/** An id or number of a person in a form that no replay can write with its own. */
export const encodedLabel = "{{text encoded}}";

/** Labels of what a recording must not show in any form. */
const privateLabel = /^\{\{(?:psuId|corporateId|number|person|sca|explain) /;

const people: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...dataSet.people, ...dataSet.representatives }).map(
    ([name, { customerNumber }]) => [customerNumber, `{{person ${name}}}`],
  ),
);

const personNumbers = new Map([...people].map(([number, label]) => [label, number]));

interface KnownValues {
  /** Address of the bank. */
  readonly publicUrl: string;
  /** Numbers by which the world's customers identify. */
  readonly customerNumbers: ReadonlySet<string>;
  /** Account numbers, which may look like the number of a person. */
  readonly accountNumbers: ReadonlySet<string>;
}

/** Replaces values by labels, equal ones by equal labels. It is given the texts in their order. */
export class Labeller {
  readonly #known: KnownValues;
  readonly #labels = new Map<string, string>(people);
  readonly #counts = new Map<string, number>();
  /** Ids that the TPP has chosen. */
  readonly #given = new Set<string>();
  /** Labels of the secrets of SCA links, by their hashes. */
  readonly #secrets = new Map<string, string>();

  constructor(known: KnownValues) {
    this.#known = known;
  }

  /** Gives a value a label of this kind, unless it has one. Returns the label. */
  name(value: string, kind: string): string {
    const known = this.#labels.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const label = `{{${kind} ${count}}}`;
    this.#labels.set(value, label);
    return label;
  }

  /** Returns the label of a secret by its hash. */
  findSecret(hash: string): string | undefined {
    return this.#secrets.get(hash);
  }

  /** Labels a text of a request: an id that the bank has not made is the TPP's own, and stays. */
  sent(text: string): string {
    return this.#replace(text, (value) => {
      this.#given.add(value);
      return value;
    });
  }

  /** Labels a text of the bank, whose ids are new unless the TPP has sent them. */
  received(text: string): string {
    return this.#replace(text, (value, kind) =>
      this.#given.has(value) ? value : this.name(value, kind),
    );
  }

  #replace(text: string, newId: (value: string, kind: string) => string): string {
    const labelled = this.#replacePlain(text, newId);
    return hideEncoded(labelled, (decoded) => this.#isPrivate(decoded), encodedLabel);
  }

  #replacePlain(text: string, newId: (value: string, kind: string) => string): string {
    return text
      .replaceAll("{{", bracesLabel)
      .replaceAll(this.#known.publicUrl, bankLabel)
      .replace(privateKey, privateKeyLabel)
      .replace(madeSecret, (_, page: string, secret: string) => {
        const label = this.name(secret, page);
        this.#secrets.set(hashSecret(secret), label);
        return `/${page}/${label}`;
      })
      .replace(
        madePageOwner,
        (_, token: string, owner: string) => `${token}${this.name(owner, "page")}`,
      )
      .replace(madeId, (id: string, at: number, whole: string) => {
        const before = whole.slice(Math.max(0, at - fieldCharactersMax), at);
        const known = this.#labels.get(id) ?? this.#findInLowerCase(id);
        return known ?? newId(id, fieldBefore.exec(before)?.[1] ?? "id");
      })
      .replace(digits, (number: string, at: number, whole: string) => {
        const around = `${whole[at - 1] ?? ""}${whole[at + number.length] ?? ""}`;
        if (wordCharacter.test(around)) return number;
        return this.#isOfPerson(number) ? this.name(number, "number") : number;
      });
  }

  /** Returns whether a text has an id or number of a person, or the secret of a link. */
  #isPrivate(text: string): boolean {
    const ids = text.match(madeId) ?? [];
    return (
      ids.some((id) => privateLabel.test(this.#labels.get(id.toLowerCase()) ?? "")) ||
      (text.match(digits) ?? []).some((number) => this.#isOfPerson(number)) ||
      [...text.matchAll(madeSecret)].some(([, , secret = ""]) => this.#labels.has(secret))
    );
  }

  #findInLowerCase(id: string): string | undefined {
    const label = this.#labels.get(id.toLowerCase());
    return label && id === id.toUpperCase() ? label.replace("}}", upperEnd) : label;
  }

  #isOfPerson(value: string): boolean {
    if (this.#labels.has(value)) return true;
    // A company identifies with the number of its register, which is public.
    if (value.length === organisationDigits) return false;
    if (this.#known.customerNumbers.has(value)) return true;
    return !this.#known.accountNumbers.has(value) && !isInvalid(parseIdentityNumber(value));
  }
}

/** The values of labels in one replay. */
export class Bindings {
  readonly #values = new Map<string, string>();
  readonly #bound = new Set<string>();
  readonly #synthetic = listSyntheticNumbers();

  constructor(publicUrl: string) {
    this.bind(bankLabel, publicUrl);
  }

  get(label: string): string | undefined {
    const known = this.#values.get(label) ?? fixedLabels[label];
    if (known !== undefined) return known;
    if (label.endsWith(upperEnd)) return this.get(label.replace(upperEnd, "}}"))?.toUpperCase();
    return personNumbers.get(label);
  }

  bind(label: string, value: string): void {
    this.#values.set(label, value);
    this.#bound.add(value);
  }

  /** Returns whether a value belongs to a label already. */
  has(value: string): boolean {
    return this.#bound.has(value);
  }

  /** Puts values in the place of labels; returns the labels without a value as well. */
  fill(text: string): { readonly text: string; readonly unknown: readonly string[] } {
    const unknown: string[] = [];
    const filled = text.replace(labelForm, (label, kind: string) => {
      const value = this.get(label) ?? (kind === "number" ? this.#draw(label) : undefined);
      if (value === undefined) unknown.push(label);
      return value ?? label;
    });
    return { text: filled, unknown };
  }

  /**
   * Returns whether a text is the one with labels. A label without a value takes the word at its
   * place, and has it from then on.
   */
  matches(labelled: string, text: string): boolean {
    let at = 0;
    let end = 0;
    for (const found of labelled.matchAll(labelForm)) {
      const literal = labelled.slice(end, found.index);
      if (!text.startsWith(literal, at)) return false;
      at += literal.length;
      end = found.index + found[0].length;
      const value = this.get(found[0]) ?? this.#take(found[0], text, at);
      if (value === "" || !text.startsWith(value, at)) return false;
      at += value.length;
    }
    return text.slice(at) === labelled.slice(end);
  }

  #take(label: string, text: string, at: number): string {
    const word = /^[\w-]{1,64}/.exec(text.slice(at, at + 64))?.[0] ?? "";
    if (word !== "") this.bind(label, word);
    return word;
  }

  /** Draws a synthetic number in place of a person's own; undefined if none is left. */
  #draw(label: string): string | undefined {
    let number: string | undefined;
    do number = this.#synthetic.next().value;
    while (number !== undefined && this.has(number));
    if (number !== undefined) this.bind(label, number);
    return number;
  }
}

/** Yields the synthetic numbers of people who are not in the data set, each once. */
function* listSyntheticNumbers(): Generator<string, undefined> {
  for (let serial = 1_000; serial < 29_000; serial += 1) {
    const [day, order] = [Math.floor(serial / 1_000), serial % 1_000];
    const number = completeNumber(
      `${String(day).padStart(2, "0")}8190${String(order).padStart(3, "0")}`,
    );
    if (number !== undefined && !people.has(number)) yield number;
  }
  return undefined;
}

/** Adds the check digits; undefined for the one in six beginnings that have none. */
const completeNumber = (beginning: string): string | undefined => {
  for (let digits = 0; digits < 100; digits += 1) {
    const number = `${beginning}${String(digits).padStart(2, "0")}`;
    if (!isInvalid(parseIdentityNumber(number))) return number;
  }
  return undefined;
};
