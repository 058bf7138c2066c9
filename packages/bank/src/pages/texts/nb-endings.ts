import { type Html, html } from "../html/html.ts";

/**
 * Texts of the last pages, with or without a return to the TPP, and of payments that several
 * people of a company approve.
 */
export const nbEndings = {
  joint: {
    /** How many more people must approve, for the TPP to show. */
    missing: (count: number) =>
      count === 1
        ? "Én person til må godkjenne denne betalingen."
        : `${count} personer til må godkjenne denne betalingen.`,
    needed: (count: number) => `Må godkjennes av ${count === 2 ? "to" : count}.`,
    first: "Du er den første.",
    signed: (name: Html, day: string, time: string) =>
      html`${name} godkjente ${day} kl. ${time.replace(":", ".")}.`,
  },

  continue: {
    outcomes: {
      approved: { title: "Alt er i orden", text: "Vi har registrert svaret ditt." },
      "waits-for-others": {
        title: "Godkjent av deg, venter på flere",
        text: "Betalingen blir utført når alle som må, har godkjent den.",
      },
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
      "prepare-only": {
        title: "Du kan ikke godkjenne dette",
        text: "Du kan registrere betalinger fra kontoen, men ikke godkjenne dem. Ingenting er godkjent.",
      },
      "over-limit": {
        title: "Du kan ikke godkjenne dette",
        text: "Beløpet er høyere enn du kan godkjenne fra kontoen. Ingenting er godkjent.",
      },
      "signed-already": {
        title: "Du har godkjent dette før",
        text: "Betalingen venter på at andre godkjenner den.",
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
        text: "Vi klarte ikke å fullføre. Det var ikke din feil.",
      },
    },
    redirecting: (who: Html) => html`Du sendes tilbake til ${who}.`,
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
        text: "Av hensyn til sikkerheten må du fullføre i nettleseren der du begynte.",
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
        text: "Noen på nettverket ditt har prøvd for mange lenker som ikke finnes. Ingenting er godkjent.",
        todo: "Vent et minutt, og åpne lenken på nytt.",
      },
      "too-large": {
        title: "Du valgte for mange på én gang",
        text: "Vi kan ikke ta imot så mange valg i ett skjema. Ingenting er endret.",
        todo: "Gå tilbake til forrige side, velg færre og prøv igjen.",
      },
      unavailable: {
        title: "Et øyeblikk",
        text: "Systemene våre er opptatt akkurat nå. Ingenting er gått tapt.",
        todo: "Bli på denne siden. Den prøver igjen av seg selv om noen sekunder.",
      },
      suspended: {
        title: "Stengt en stund",
        text: "Vi har satt denne tjenesten på pause. Ingenting ble godkjent her.",
        todo: "Prøv igjen senere fra appen eller nettstedet du kom fra.",
      },
      fault: {
        title: "Noe gikk galt hos oss",
        text: "Det er ikke din feil. Vi vet ikke sikkert om det siste steget ble fullført.",
        todo: "Vent litt, gå tilbake til appen eller nettstedet du kom fra, og se hvordan det gikk før du prøver på nytt.",
      },
    },
  },
};
