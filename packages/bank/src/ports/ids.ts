/**
 * Creates ids. `newId` returns a time-ordered UUID (version 7), greater than the one before, for
 * stored things. `newSecret` returns 128 random bits in base64url, for what must not be guessed.
 */
export interface Ids {
  newId(): string;
  newSecret(): string;
}
