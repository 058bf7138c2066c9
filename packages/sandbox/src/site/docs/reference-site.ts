import { formatNorwegianIban } from "@varde/protocol";
import {
  type BankIdentity,
  type DataSet,
  describeDataSet,
  dataSet as published,
} from "../../data-set/index.ts";
import { listSeededAccounts } from "../../data-set/list-seeded-accounts.ts";
import { accountNumberAt } from "../../data-set/seeded-account.ts";
import { buildOpenApi, type ServedAt } from "../../reference/build-open-api.ts";
import { buildCollection } from "../../reference/collection/build-collection.ts";
import { DocumentView } from "./document-view.ts";
import {
  callbackPage,
  errorsPage,
  interfacePage,
  missingPage,
  schemaPage,
  schemasPage,
} from "./further-pages.ts";
import { operationPage } from "./operation-page.ts";
import { buildSearchIndex, type SearchIndex } from "./search-index.ts";
import { siteFiles, siteSections, withoutComments, writtenPages } from "./site-pages.ts";
import { sectionPage, startPage, writtenPage } from "./written-pages.ts";

const dataSetAddress = "/docs/reference/data-set";

export interface ReferenceSiteOptions {
  /** Whether the forms can sign, through the control API. */
  readonly canCall: boolean;
  readonly servedAt: ServedAt;
  /** Whose accounts the examples have; by default those of the published data set. */
  readonly dataSet?: DataSet;
}

/** The documentation: its pages by address, and the files that they link to. */
export interface ReferenceSite {
  readonly document: object;
  readonly collection: () => object;
  /** Returns the page at an address, or undefined if there is none. */
  readonly page: (address: string) => string | undefined;
  /** The addresses of all pages. */
  readonly addresses: readonly string[];
  readonly files: typeof siteFiles;
  readonly searchIndex: () => SearchIndex;
  readonly callback: (query: URLSearchParams) => string;
  readonly missing: () => string;
}

export const createReferenceSite = ({
  canCall,
  servedAt,
  dataSet = published,
}: ReferenceSiteOptions): ReferenceSite => {
  const withAccounts = accountReplacer(dataSet);
  const view = new DocumentView(withAccounts(buildOpenApi(servedAt)), canCall);
  // The guides are about the first bank; this page is about the bank that serves it.
  const ownText = dataSet === published ? undefined : withoutComments(describeDataSet(dataSet));
  const pages = new Map<string, () => string | undefined>([
    ...siteSections.map(({ address }) => [address, () => sectionPage(address, view)] as const),
    ...[...writtenPages.keys()].map(
      (each) =>
        [
          each,
          () => writtenPage(each, view, each === dataSetAddress ? ownText : undefined),
        ] as const,
    ),
    ["/docs", () => startPage(view)],
    ["/docs/reference", () => interfacePage(view, canCall)],
    ["/docs/errors", () => errorsPage(view)],
    ["/docs/schemas", () => schemasPage(view)],
    ...view.schemaNames.map(
      (name) => [`/docs/schemas/${name}`, () => schemaPage(name, view)] as const,
    ),
    ...view.operations.map(
      (operation) =>
        [
          `/docs/operations/${operation.operationId}`,
          () => operationPage(operation, view, canCall),
        ] as const,
    ),
  ]);
  return {
    document: view.document,
    collection: () => withAccounts(buildCollection(servedAt)),
    page: (address) => pages.get(address)?.(),
    addresses: [...pages.keys()],
    files: siteFiles,
    searchIndex: () => buildSearchIndex(view),
    callback: (query) => callbackPage(query, view),
    missing: () => missingPage(view),
  };
};

/** Returns a function that puts the accounts of a data set in place of the published ones. */
const accountReplacer = (
  dataSet: DataSet,
): (<Document extends object>(of: Document) => Document) => {
  if (dataSet === published) return (document) => document;
  const namesOf = (set: DataSet): readonly string[] => [
    ...listSeededAccounts(set).map(({ accountId }) => accountId),
    ...Object.values(set.people).flatMap(({ card }) => [card.relatedAccount, card.maskedPan]),
    set.bank.bic,
    set.bank.name,
  ];
  const names = namesOf(dataSet);
  const replaced = namesOf(published).map((name, at) => [name, names[at] ?? name] as const);
  return (document) => {
    const text = JSON.stringify(document).replaceAll(/\d+/g, (digits) =>
      replaceNumber(digits, dataSet.bank),
    );
    return JSON.parse(replaced.reduce((done, [from, to]) => done.replaceAll(from, to), text));
  };
};

/** Returns the account number, or the digits of the IBAN, that a bank has for one of the first. */
const replaceNumber = (digits: string, bank: BankIdentity): string => {
  const bban = digits.slice(-11);
  if (!bban.startsWith(published.bank.bankNumber)) return digits;
  const own = accountNumberAt(bank, bban);
  if (digits.length === ibanDigits) return formatNorwegianIban(own).slice(2);
  return digits.length === own.length ? own : digits;
};

/** Digits of a Norwegian IBAN, after its two letters. */
const ibanDigits = 13;
