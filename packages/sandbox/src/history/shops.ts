import type { HistoryParty } from "./habit.ts";

/** Shops that reserve an amount before they know what is bought. */
export const petrolStation: HistoryParty = { name: "Bensin Øst" };
export const hotel: HistoryParty = { name: "Fjordgløtt Hotell" };

/** Grocery shops, which customers pay by card. */
export const groceries: readonly HistoryParty[] = [
  { name: "Dagligmat Sentrum" },
  { name: "Dagligmat Brygga" },
  { name: "Fiskehallen" },
  { name: "Bakeriet Lun" },
];

export const errands: readonly HistoryParty[] = [
  { name: "Jernvare og Hage" },
  { name: "Apoteket Måken" },
  { name: "Sporvognen Billett" },
  { name: "Klesbua" },
  petrolStation,
  { name: "Kaffe på hjørnet" },
];

export const creditShops: readonly HistoryParty[] = [
  { name: "Reisebyrået Horisont" },
  { name: "Elektrohjørnet" },
  { name: "Café Azul, Lisboa", currency: "EUR", country: "PT" },
  { name: "Bokhandeln vid Kajen, Göteborg", currency: "SEK", country: "SE" },
  { name: "Paperbark Books, London", currency: "GBP", country: "GB" },
  { name: "Cloudshelf Inc", currency: "USD", country: "US" },
  { name: "Spisestedet Vågen" },
];
