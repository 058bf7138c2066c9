const carriageReturn = 13;
const lineFeed = 10;
const semicolon = 59;

/** LIM-32: bounds of a body in chunks, for the bytes that have arrived. */
export const chunkLimits = { chunks: 256, bytesPerChunk: 512, framingBytes: 16_384 } as const;
/** A chunk of `bytesPerChunk` may have this many bytes around its data. */
const framingPerChunk = 16;

/** A body whose length is in its head. */
export class CountedBody {
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  get isOver(): boolean {
    return this.#bytesLeft <= 0;
  }

  /** Returns the place after the end of the body, or the end of the piece. */
  find(piece: Buffer, from: number): number {
    const bytes = Math.min(this.#bytesLeft, piece.length - from);
    this.#bytesLeft -= bytes;
    return from + bytes;
  }
}

/**
 * A body in chunks. Each costs the parser, and whoever reads the body, about as much as 512 bytes
 * do, so their number is bounded by the bytes that have arrived, as is everything around the data.
 */
export class ChunkedBody {
  isOver = false;
  #line: "size" | "after-data" | "trailer" = "size";
  #lineBytes = 0;
  #hasExtension = false;
  #size = 0;
  #bytesLeft = 0;
  #bytes = 0;
  #chunks = 0;
  #framingBytes = 0;

  /** Returns the place after the end of the body, or of the piece; undefined above a limit. */
  find(piece: Buffer, from: number): number | undefined {
    let at = from;
    while (at < piece.length && !this.isOver) {
      if (this.#bytesLeft > 0) {
        const bytes = Math.min(this.#bytesLeft, piece.length - at);
        this.#bytesLeft -= bytes;
        this.#bytes += bytes;
        at += bytes;
      } else {
        this.#read(piece[at] ?? 0);
        at += 1;
        if (this.#isAboveLimit()) return undefined;
      }
    }
    return at;
  }

  #isAboveLimit(): boolean {
    const earned = this.#bytes / chunkLimits.bytesPerChunk;
    return (
      this.#chunks > chunkLimits.chunks + earned ||
      this.#framingBytes > chunkLimits.framingBytes + earned * framingPerChunk
    );
  }

  /** Reads a byte that is not data. */
  #read(byte: number): void {
    this.#framingBytes += 1;
    if (byte === lineFeed) this.#endLine();
    else if (byte !== carriageReturn) {
      this.#lineBytes += 1;
      if (byte === semicolon) this.#hasExtension = true;
      if (this.#line === "size" && !this.#hasExtension) {
        this.#size = this.#size * 16 + Number.parseInt(String.fromCharCode(byte), 16);
      }
    }
  }

  #endLine(): void {
    if (this.#line === "trailer") this.isOver = this.#lineBytes === 0;
    else if (this.#line === "after-data") this.#line = "size";
    else if (this.#size > 0) {
      this.#chunks += 1;
      this.#bytesLeft = this.#size;
      this.#line = "after-data";
    } else this.#line = "trailer";
    this.#lineBytes = 0;
    this.#hasExtension = false;
    this.#size = 0;
  }
}
