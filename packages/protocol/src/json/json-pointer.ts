/** Formats a JSON pointer (RFC 6901) from the steps that lead to a field. */
export function formatPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${escapeStep(String(step))}`).join("");
}

/** Escapes one step of a JSON pointer. */
export function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Returns the line on which a value of a JSON text begins. The text must be valid JSON. If the
 * pointer names a missing field, returns the line of the object that would contain it.
 */
export const findPointerLine = (text: string, pointer: string): number => {
  const path = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const place = new JsonScanner(text).find(path);
  return text.slice(0, place).split("\n").length;
};

class JsonScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the offset at which the value at the path begins. */
  find(path: readonly string[]): number {
    this.#skipBlanks();
    const start = this.#at;
    const [step, ...rest] = path;
    if (step === undefined) return start;
    const found = this.#text[start] === "{" ? this.#enterField(step) : this.#enterItem(step);
    return found ? this.find(rest) : start;
  }

  /** Moves to the value of a field; returns false if the object has no such field. */
  #enterField(name: string): boolean {
    this.#at += 1;
    for (;;) {
      this.#skipBlanks();
      if (this.#text[this.#at] !== '"') return false;
      const start = this.#at;
      this.#skipString();
      const isMatch = JSON.parse(this.#text.slice(start, this.#at)) === name;
      this.#skipBlanks();
      this.#at += 1;
      if (isMatch) return true;
      this.#skipValue();
      this.#skipComma();
    }
  }

  #enterItem(index: string): boolean {
    if (this.#text[this.#at] !== "[") return false;
    this.#at += 1;
    for (let item = 0; item < Number(index); item += 1) {
      this.#skipValue();
      this.#skipComma();
    }
    return true;
  }

  #skipComma(): void {
    this.#skipBlanks();
    if (this.#text[this.#at] === ",") this.#at += 1;
  }

  #skipValue(): void {
    this.#skipBlanks();
    let depth = 0;
    do {
      const character = this.#text[this.#at];
      if (character === '"') {
        this.#skipString();
        continue;
      }
      if (character === "{" || character === "[") depth += 1;
      if (character === "}" || character === "]") depth -= 1;
      this.#at += 1;
    } while (
      this.#at < this.#text.length &&
      (depth > 0 || !/[,\]}]/.test(this.#text[this.#at] ?? ""))
    );
  }

  #skipString(): void {
    this.#at += 1;
    while (this.#text[this.#at] !== '"' && this.#at < this.#text.length) {
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    }
    this.#at += 1;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}
