import type { Id, NewId } from "@varde/storage";

export type { AccountId, WorldId } from "@varde/storage";
export type TppId = Id<"tpp">;
/** The directory's id of a person. */
export type PersonId = Id<"person">;
/** The id by which a TPP knows a person: PSU-ID. */
export type PsuId = Id<"psu">;
export type AgreementId = Id<"agreement">;
/** The id by which a TPP knows an agreement: PSU-Corporate-ID. */
export type PsuCorporateId = Id<"psu-corporate">;
export type PaymentId = Id<"payment">;
export type BasketId = Id<"basket">;
export type ConsentId = Id<"consent">;
export type ScaId = Id<"sca">;
/** The TPP's id of a session: TPP-Session-ID. */
export type SessionId = Id<"session">;

/**
 * Creates ids. `newId` returns a time-ordered UUID (version 7), greater than the one before, for
 * stored things. `newSecret` returns 128 random bits in base64url, for what must not be guessed.
 */
export interface Ids {
  newId(): NewId;
  newSecret(): string;
}
