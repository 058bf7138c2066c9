/** A payee with an account in another bank. */
export interface Payee {
  readonly name: string;
  readonly bban: string;
}

/** Fictitious parties that the customers pay or are paid by. */
export const payees = {
  power: { name: "Fossekall Kraft AS", bban: "99801010012" },
  mobile: { name: "Nettstien Mobil AS", bban: "99801010381" },
  municipality: { name: "Byfjord kommune", bban: "99801010756" },
  insurance: { name: "Trygghavn Forsikring AS", bban: "99801011124" },
  mortgage: { name: "Heimnes Boligkreditt AS", bban: "99801011493" },
  training: { name: "Pulsverket Trening AS", bban: "99801011868" },
  newspaper: { name: "Fjordtidende AS", bban: "99801012236" },
  housing: { name: "Solsiden borettslag", bban: "99801012600" },
  tax: { name: "Skatteinnkreveren", bban: "99801012988" },
  studyGrants: { name: "Studiestøttekontoret", bban: "99801013348" },
  timber: { name: "Tre og Beslag Engros AS", bban: "99801013712" },
  packaging: { name: "Nordhav Emballasje AS", bban: "99801014085" },
  hospital: { name: "Lysøya sykehus", bban: "99801014468" },
  architects: { name: "Kvist og Rot Arkitekter AS", bban: "99801014824" },
  canteens: { name: "Storkjøkken Nord AS", bban: "99801015197" },
  hotels: { name: "Kysthotellene AS", bban: "99801015561" },
} as const satisfies Record<string, Payee>;

/** Fictitious buyers abroad, with their IBANs. */
export const foreignBuyers = {
  fishmonger: { name: "Mercado del Puerto SL", iban: "ES9121000418450200051332", country: "ES" },
  wholesaler: { name: "Hansefisch Handels GmbH", iban: "DE89370400440532013000", country: "DE" },
  traveller: { name: "Pacific Trails Travel LLC", country: "US" },
} as const;
