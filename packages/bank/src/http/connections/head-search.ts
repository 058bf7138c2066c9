const carriageReturn = 13;
const headEnd = Buffer.from("\r\n\r\n");

/** Finds the ends of heads, which may be in two pieces. */
export class HeadSearch {
  #matched = 0;

  /** Returns the place after the end of the head, or the end of the piece if it is not in it. */
  find(piece: Buffer, from: number): number {
    let at = from;
    while (this.#matched > 0 && at < piece.length) {
      const byte = piece[at] ?? 0;
      if (byte === headEnd[this.#matched]) this.#matched += 1;
      else if (byte === carriageReturn) this.#matched = 1;
      else break;
      at += 1;
      if (this.#matched === headEnd.length) {
        this.#matched = 0;
        return at;
      }
    }
    if (at === piece.length) return at;
    const found = piece.indexOf(headEnd, at);
    this.#matched = found < 0 ? matchEnd(piece, at) : 0;
    return found < 0 ? piece.length : found + headEnd.length;
  }
}

/** Returns how many bytes of the end of a head are the last ones of a piece. */
const matchEnd = (piece: Buffer, from: number): number => {
  for (let length = headEnd.length - 1; length > 0; length -= 1) {
    const at = piece.length - length;
    if (at >= from && headEnd.compare(piece, at, piece.length, 0, length) === 0) return length;
  }
  return 0;
};
