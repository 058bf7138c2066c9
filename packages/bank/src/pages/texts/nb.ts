import { type Html, html } from "../html/html.ts";
import { nbEndings } from "./nb-endings.ts";

const months = [
  "januar",
  "februar",
  "mars",
  "april",
  "mai",
  "juni",
  "juli",
  "august",
  "september",
  "oktober",
  "november",
  "desember",
];

export const nb = {
  months,
  day: (day: number, month: string, year: number) => `${day}. ${month} ${year}`,
  and: "og",

  frame: {
    skip: "Gå til innholdet",
    languages: "Språk",
    sandbox: "Sandkasse",
    progress: (step: number, of: number) => `Steg ${step} av ${of}`,
    errorTitle: "Feil",
    sandboxFooter: "Dette er en testbank. Her finnes ingen ekte penger.",
    footer: "Sjekk at adressen øverst i nettleseren er bankens egen.",
  },

  requester: {
    label: "Forespørsel fra",
    through: (name: Html) => html`gjennom ${name}`,
    onBehalfOf: "På vegne av",
  },

  identify: {
    title: "Bekreft hvem du er",
    purpose: {
      payment: (who: Html, amount: Html, payee: Html) =>
        html`${who} ber deg godkjenne en betaling på ${amount} til ${payee}.`,
      cancellation: (who: Html, amount: Html, payee: Html) =>
        html`${who} ber deg stoppe betalingen på ${amount} til ${payee}.`,
      batch: (who: Html, count: number, totals: Html) =>
        count === 1
          ? html`${who} ber deg godkjenne én betaling på ${totals}.`
          : html`${who} ber deg godkjenne ${count} betalinger på til sammen ${totals}.`,
      accounts: (who: Html) => html`${who} ber om innsyn i kontoene dine. Du velger selv hvilke.`,
      funds: (who: Html) =>
        html`${who} ber om å få sjekke om det er dekning på kontoene dine. Du velger selv hvilke.`,
      login: (who: Html) => html`${who} ber deg bekrefte hvem du er.`,
      ownConsents: "Logg inn for å se hvem som har tilgang til kontoene dine.",
      app: "Logg inn for å se hva som venter på godkjenning fra deg.",
    },
    nothingYet: "Ingenting skjer før du har godkjent det.",
    number: "Kundenummer",
    numberHint: "8 til 11 siffer",
    numberHintSandbox: "8 til 11 siffer. I sandkassen er det et oppdiktet fødselsnummer.",
    continue: "Fortsett",
    refuse: "Avbryt",
    error: "Vi kunne ikke bekrefte hvem du er.",
    attemptsLeft: (count: number) =>
      count === 1
        ? "Du har ett forsøk igjen. Mislykkes det også, blir forespørselen sperret."
        : `Du har ${count} forsøk igjen.`,
  },

  eidRedirect: {
    title: "Fortsett til eID",
    text: "Nå går du videre til eID for å bekrefte.",
    link: "Fortsett",
  },

  wait: {
    title: "Bekreft på den andre enheten",
    text: "Åpne appen på telefonen og bekreft. Denne siden går videre av seg selv.",
    code: "Appen viser denne koden. Bekreft ikke hvis den viser en annen:",
    refresh: "Jeg har bekreftet",
    refuse: "Avbryt",
  },

  /** A line without markup, shown by the eID. */
  approvalText: {
    identification: "Identifiser deg på siden der du skrev kundenummeret ditt",
    pay: {
      payment: (amount: string, payee: string, account: string) =>
        `Betal ${amount} til ${payee}, konto ${account}`,
      batch: (count: number, totals: string) =>
        count === 1 ? `Betal ${totals} i én betaling` : `Betal ${totals} i ${count} betalinger`,
    },
    stop: {
      payment: (amount: string, payee: string, account: string) =>
        `Stopp betalingen på ${amount} til ${payee}, konto ${account}`,
      batch: (count: number, totals: string) =>
        count === 1
          ? `Stopp én betaling på ${totals}`
          : `Stopp ${count} betalinger, ${totals} til sammen`,
    },
    consent: (tpp: string, count: number) =>
      `Gi ${tpp} tilgang til ${count === 1 ? "én konto" : `${count} kontoer`}`,
    about: (totals: string) => `, ca. ${totals} i alt`,
    reference: (digits: string) => `Referanse ${digits}`,
  },

  context: {
    title: "Hvem handler du for?",
    titleAgreement: "Hvilken bedrift handler du for?",
    lead: (psu: Html) => html`Du er identifisert som ${psu}.`,
    private: "Meg selv",
    privateHint: "Dine egne kontoer",
    corporate: "En bedrift",
    organisationNumber: "Org.nr.",
    nothingChosen: "Velg hvem du handler for.",
    continue: "Fortsett",
    refuse: "Avbryt",
  },

  payment: {
    title: "Godkjenn betalingen",
    to: "til",
    toAccount: "Til konto",
    fromAccount: "Fra konto",
    country: "Mottakerens land",
    bic: "Mottakerens bank (BIC)",
    date: "Betales",
    atOnce: "Med en gang",
    message: "Melding",
    kid: "KID",
    reference: "Referanse",
    exchange: "Valutakurs",
    debited: "Belastes",
    about: (amount: string) => `ca. ${amount}`,
    rateNote: "Kursen kan endre seg til betalingen blir utført.",
    exchangeMessage: (total: string, rate: string | undefined) =>
      `Kontoen blir belastet med ca. ${total}, gebyr inkludert${rate ? ` (${rate})` : ""}. ` +
      "Kursen den dagen betalingen blir utført, gjelder.",
    fee: "Gebyr",
    total: "Totalt fra kontoen",
    frequency: "Hvor ofte",
    frequencies: {
      Daily: "Hver dag",
      Weekly: "Hver uke",
      EveryTwoWeeks: "Annenhver uke",
      Monthly: "Hver måned",
      EveryTwoMonths: "Annenhver måned",
      Quarterly: "Hvert kvartal",
      SemiAnnual: "Hvert halvår",
      Annual: "Hvert år",
      MonthlyVariable: "Utvalgte måneder",
    },
    dayOfExecution: "Dag i måneden",
    lastDay: "Den siste",
    dayNumber: (day: number) => `Den ${day}.`,
    months: "Måneder",
    start: "Første gang",
    end: "Siste gang",
    noEnd: "Til du stopper den",
    approve: "Godkjenn betalingen",
    refuse: "Avslå",
  },

  batch: {
    title: (count: number) =>
      count === 1 ? "Godkjenn betalingen" : `Godkjenn ${count} betalinger`,
    sum: "Til sammen",
    count: (count: number) => (count === 1 ? "1 betaling" : `${count} betalinger`),
    all: "Alle betalingene",
    toEnd: "Til slutten av listen",
    payee: "Mottaker",
    date: "Dato",
    amount: "Beløp",
    fromAccounts: "Fra konto",
    rateNote: "Kursen kan endre seg til betalingene blir utført.",
    approve: (count: number): string => (count === 1 ? "Godkjenn betalingen" : "Godkjenn alle"),
    refuse: "Avslå",
  },

  cancellation: {
    title: "Stopp betalingen",
    lead: "Du har godkjent denne betalingen før. Stopper du den nå, blir den ikke gjennomført.",
    approve: "Stopp betalingen",
    refuse: "Behold betalingen",
  },

  consent: {
    scopes: {
      accounts: {
        title: "Velg kontoer du vil dele",
        lead: (who: Html) =>
          html`${who} får se navn, saldo og transaksjoner på kontoene du krysser av for.`,
        limit: "Tilgangen gir bare innsyn. Ingen kan betale med den.",
        open: "Delt nå",
      },
      funds: {
        title: "Velg kontoer som kan sjekkes",
        lead: (who: Html) =>
          html`${who} får spørre om det er dekning for et beløp på kontoene du krysser av for. Svaret er ja eller nei.`,
        limit: "Tilgangen viser ikke saldo eller transaksjoner. Ingen kan betale med den.",
        open: "Kan sjekkes nå",
      },
    },
    duration: (days: number, until: string) => `Tilgangen varer i ${days} dager, til ${until}.`,
    revoking: "Fjerner du et kryss, tar du tilgangen til den kontoen tilbake.",
    accounts: "Kontoer",
    none: "Du har ingen kontoer som kan deles.",
    approve: "Bekreft valget",
    refuse: "Avbryt uten å endre noe",
  },

  app: {
    title: "Venter på deg",
    greeting: (psu: Html) => html`Hei, ${psu}`,
    empty: "Ingenting venter på godkjenning.",
    refresh: "Se etter på nytt",
    cancellation: "Stopp betaling",
    payment: "Betaling",
    batch: "Flere betalinger",
    consent: "Tilgang til kontoene dine",
    numbered: (what: string, place: number, of: number) => `${what} (${place} av ${of})`,
    approve: "Godkjenn",
    refuse: "Avslå",
    notices: {
      approved: "Godkjent.",
      "waits-for-others": "Godkjent av deg. Betalingen venter på at andre godkjenner den.",
      refused: "Avslått. Ingenting er godkjent.",
      "no-funds": "Det er ikke nok penger på kontoen. Betalingen er ikke utført.",
      "may-not-sign": "Du kan ikke godkjenne denne betalingen. Ingenting ble endret.",
      failed: "Noe gikk galt hos oss. Se i nettbanken hvordan det gikk.",
      "choose-agreement":
        "Velg hvem du godkjenner for: deg selv eller et foretak. Ingenting ble endret.",
      "no-longer-waiting": "Denne forespørselen venter ikke lenger. Ingenting ble endret.",
    },
    mockLabel: "Sandkasse",
    mock: "Bankens app på telefonen, slik sandkassen etterligner den.",
    psuMessage: (bank: string) => `Åpne appen til ${bank} og godkjenn der.`,
    psuMessageSandbox: (address: string) => `I sandkassen er appen her: ${address}`,
  },

  ...nbEndings,

  ownConsents: {
    title: "Hvem har tilgang til kontoene dine?",
    lead: "Her er tjenestene du har gitt tilgang til kontoer. Ingen av dem kan betale med tilgangen. Fjerner du en tilgang, gjelder det med en gang.",
    scopes: {
      accounts: "Kan se navn, saldo og transaksjoner.",
      funds: "Kan bare spørre om det er dekning for et beløp, og får ja eller nei til svar.",
    },
    loggedIn: (psu: Html) => html`Innlogget som ${psu}`,
    granted: "Gitt",
    validUntil: "Varer til",
    accounts: "Kontoer",
    revokeAccount: "Fjern",
    revoke: "Fjern all tilgang",
    change: "Endre kontoer",
    accesses: "Siste oppslag",
    noAccesses: "Tjenesten har ikke brukt tilgangen ennå.",
    parts: {
      accounts: "Kontoopplysninger",
      balances: "Saldo",
      transactions: "Transaksjoner",
      funds: "Spørsmål om dekning",
    },
    severalAccounts: (count: number) => `${count} kontoer`,
    at: (day: string, time: string) => `${day} kl. ${time.replace(":", ".")}`,
    fromAccount: (account: string) => `tilgang til ${account}`,
    fromRequester: (who: string) => `for ${who}`,
    empty: "Ingen tjenester har tilgang til kontoene dine.",
    revoked: "Tilgangen er fjernet.",
  },

  sandbox: {
    title: "Sandkasse – ikke en del av banken",
    customers: "Testkunder",
    customersHint: "Velg en for å identifisere deg som den kunden.",
    mayPay: "Kan betale fra kontoen",
    outcomes: "Bestem utfallet",
    outcomesHint:
      "Velg et utfall, så avslutter sandkassen her, slik tjenesten din kan oppleve det.",
    approve: "Godkjenn",
    refuse: "Avslå",
    timeOut: "La tiden gå ut",
    code: "Feilkode",
    fail: "Avslutt med feilkoden",
  },
};

/** Norwegian is the original; other languages must have exactly its keys. */
export type Texts = typeof nb;
