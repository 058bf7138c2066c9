/**
 * Where new names come from. `newId` is time-ordered (UUID version 7), each greater than the one
 * before it, and names stored things; `newSecret` is 128 random bits in base64url and names what
 * must not be guessed.
 */
export interface Ids {
  newId(): string;
  newSecret(): string;
}
