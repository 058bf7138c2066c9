import { type Html, html } from "../html.ts";

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

  asker: {
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
    numbered: (what: string, place: number, of: number) => `${what} (${place} av ${of})`,
    approve: "Godkjenn",
    refuse: "Avslå",
    notices: {
      approved: "Godkjent.",
      refused: "Avslått. Ingenting er godkjent.",
      "no-funds": "Det er ikke nok penger på kontoen. Betalingen er ikke utført.",
      failed: "Noe gikk galt hos oss. Se i nettbanken hvordan det gikk.",
      "no-longer-waiting": "Denne forespørselen venter ikke lenger. Ingenting ble endret.",
    },
    mockLabel: "Sandkasse",
    mock: "Bankens app på telefonen, slik sandkassen etterligner den.",
    psuMessage: (bank: string) => `Åpne appen til ${bank} og godkjenn der.`,
    psuMessageSandbox: (address: string) => `I sandkassen er appen her: ${address}`,
  },

  continue: {
    outcomes: {
      approved: { title: "Alt er i orden", text: "Vi har registrert svaret ditt." },
      "nothing-chosen": {
        title: "Du valgte ingen kontoer",
        text: "Tjenesten har ikke tilgang til noen av kontoene du ble vist.",
      },
      refused: {
        title: "Ingenting ble godkjent",
        text: "Du valgte å ikke gå videre, og ingenting er endret.",
      },
      "timed-out": {
        title: "Tiden gikk ut",
        text: "Det gikk for lang tid uten at noe skjedde. Ingenting er godkjent.",
      },
      blocked: {
        title: "Forespørselen er sperret",
        text: "Det ble for mange forsøk på å bekrefte hvem du er. Ingenting er godkjent.",
      },
      changed: {
        title: "Dette kan ikke lenger godkjennes",
        text: "Det du ble vist, er endret eller venter ikke lenger på deg. Ingenting er godkjent.",
      },
      "not-yours": {
        title: "Du kan ikke godkjenne dette",
        text: "Du har ikke rett til å bruke kontoen. Ingenting er godkjent.",
      },
      "not-made": {
        title: "Betalingen kunne ikke utføres",
        text: "Den ble avvist, og ingen penger er trukket.",
      },
      "no-funds": {
        title: "Det er ikke nok penger på kontoen",
        text: "Betalingen er ikke gjennomført.",
      },
      failed: {
        title: "Noe gikk galt hos oss",
        text: "Vi fikk ikke fullført. Det er ikke din feil.",
      },
    },
    goingOn: (who: Html) => html`Du sendes tilbake til ${who}.`,
    link: (who: Html) => html`Gå til ${who}`,
  },

  ended: {
    whatToDo: "Hva du kan gjøre",
    reference: "Oppgi denne koden hvis du kontakter banken",
    reasons: {
      used: {
        title: "Lenken er allerede brukt",
        text: "En slik lenke virker bare én gang, og denne er ferdig behandlet.",
        todo: "Gå tilbake til appen eller nettstedet du kom fra, og se hvordan det gikk. Vil du prøve på nytt, starter du derfra.",
      },
      expired: {
        title: "Tiden gikk ut",
        text: "Det gikk for lang tid, så vi avsluttet av hensyn til sikkerheten din. Ingenting er godkjent.",
        todo: "Gå tilbake til appen eller nettstedet du kom fra, og start på nytt derfra.",
      },
      "other-browser": {
        title: "Lenken er åpnet i en annen nettleser",
        text: "Av hensyn til sikkerheten må du fullføre i nettleseren der lenken først ble åpnet.",
        todo: "Gå tilbake til det vinduet. Finner du det ikke, starter du på nytt fra appen eller nettstedet du kom fra.",
      },
      unknown: {
        title: "Vi kjenner ikke denne lenken",
        text: "Adressen er ufullstendig, eller så finnes den ikke lenger. Ingenting er godkjent.",
        todo: "Gå tilbake til appen eller nettstedet du kom fra, og start på nytt derfra.",
      },
      blocked: {
        title: "Forespørselen er sperret",
        text: "Det ble for mange forsøk på å bekrefte hvem du er. Ingenting er godkjent.",
        todo: "Finn fram riktig kundenummer, og start på nytt fra appen eller nettstedet du kom fra. Var det ikke deg som prøvde, bør du kontakte banken.",
      },
      "untrusted-address": {
        title: "Vi kan ikke sende deg tilbake",
        text: "Tjenesten du kom fra, har oppgitt en returadresse vi ikke stoler på. Derfor stopper vi her.",
        todo: "Lukk dette vinduet, og ta kontakt med tjenesten du kom fra. Ikke oppgi opplysninger om banken din der før de har svart.",
      },
      "stale-form": {
        title: "Siden var ikke lenger gyldig",
        text: "Du kan ha brukt tilbakeknappen eller hatt siden åpen i to vinduer. Det siste du sendte, er ikke tatt med.",
        todo: "Bruk det nyeste vinduet, eller start på nytt fra appen eller nettstedet du kom fra.",
      },
      "too-many": {
        title: "For mange forsøk",
        text: "For mange lenker som ikke finnes, er forsøkt fra nettverket ditt. Ingenting er godkjent.",
        todo: "Vent et minutt, og åpne lenken på nytt.",
      },
      "too-large": {
        title: "Du valgte for mange på én gang",
        text: "Vi kan ikke ta imot så mange valg i ett skjema. Ingenting er endret.",
        todo: "Gå tilbake til forrige side, velg færre og prøv igjen.",
      },
      fault: {
        title: "Noe gikk galt hos oss",
        text: "Det er ikke din feil. Vi vet ikke sikkert om det siste steget ble fullført.",
        todo: "Vent litt, gå tilbake til appen eller nettstedet du kom fra, og se hvordan det gikk før du prøver på nytt.",
      },
    },
  },

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
    fromAccount: (account: string) => `tilgang til ${account}`,
    fromAsker: (who: string) => `for ${who}`,
    empty: "Ingen tjenester har tilgang til kontoene dine.",
    revoked: "Tilgangen er fjernet.",
  },

  sandbox: {
    title: "Sandkasse – ikke en del av banken",
    customers: "Testkunder",
    customersHint: "Velg en for å identifisere deg som den kunden.",
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
