import type {
  AccountId,
  Agreement,
  AgreementId,
  CoreAccount,
  CoreAccountReference,
  CoreBalances,
  CoreBank,
  CoreDays,
  CorePage,
  CorePending,
  CoreTransaction,
  Instruction,
  InstructionOutcome,
  Outcome,
  Person,
  PersonId,
  PsuDirectory,
  SigningDecision,
  SigningRequest,
  WorldId,
} from "@varde/bank";
import type { Currency } from "@varde/protocol";
import type { PriceList } from "./price-list.ts";

interface InWorld {
  readonly worldId: WorldId;
}
interface OfAccount extends InWorld {
  readonly accountId: AccountId;
}
interface OfPerson extends InWorld {
  readonly personId: PersonId;
}

/** Methods that the client computes itself, or that only a sandbox has. */
type LocalMethods = "quote" | "convertToNokMinor" | "runClearing";
/** Methods of the port for mandates, named as operations. Optional: not every bank has them. */
export type SigningMethods = "decideSignings" | "listSigners";
type ContractMethods =
  | Exclude<keyof CoreBank, LocalMethods>
  | keyof PsuDirectory
  | SigningMethods
  | "readPriceList";

interface Calls {
  findAccount: [
    request: InWorld & { readonly reference: CoreAccountReference },
    response: { readonly account: CoreAccount | undefined },
  ];
  listAccounts: [
    request: InWorld & { readonly accountIds: readonly AccountId[] },
    response: { readonly accounts: readonly CoreAccount[] },
  ];
  readBalances: [request: OfAccount, response: { readonly balances: CoreBalances | undefined }];
  listTransactions: [
    request: OfAccount & { readonly page: CorePage },
    response: { readonly transactions: readonly CoreTransaction[] },
  ];
  countTransactions: [
    request: OfAccount & { readonly days: CoreDays },
    response: { readonly count: number },
  ];
  readTransaction: [
    request: OfAccount & { readonly transactionId: string },
    response: { readonly transaction: CoreTransaction | undefined },
  ];
  listPending: [request: OfAccount, response: { readonly pending: readonly CorePending[] }];
  hasFunds: [
    request: OfAccount & { readonly amountMinor: bigint; readonly currency: Currency },
    response: { readonly hasFunds: boolean },
  ];
  readPriceList: [request: object, response: { readonly priceList: PriceList }];
  submitAll: [
    request: InWorld & { readonly at: number; readonly instructions: readonly Instruction[] },
    response: { readonly outcomes: readonly Outcome[] },
  ];
  listOutcomes: [
    request: InWorld & { readonly limit: number },
    response: { readonly outcomes: readonly InstructionOutcome[] },
  ];
  acknowledgeOutcomes: [
    request: InWorld & { readonly outcomes: readonly InstructionOutcome[] },
    response: object,
  ];
  findPerson: [
    request: InWorld & { readonly customerNumber: string },
    response: { readonly person: Person | undefined },
  ];
  readPerson: [request: OfPerson, response: { readonly person: Person | undefined }];
  listAgreements: [request: OfPerson, response: { readonly agreements: readonly Agreement[] }];
  mayUseAccount: [
    request: OfPerson &
      OfAccount & {
        readonly agreementId: AgreementId | undefined;
        readonly context: Agreement["context"] | undefined;
      },
    response: { readonly mayUse: boolean },
  ];
  decideSignings: [
    request: { readonly requests: readonly SigningRequest[] },
    response: { readonly decisions: readonly SigningDecision[] },
  ];
  listSigners: [
    request: Omit<SigningRequest, "personId">,
    response: { readonly people: readonly Person[] },
  ];
}

/** The operations of the contract: one for each method of the three ports, and the price list. */
export type ContractId = keyof Calls & ContractMethods;
/** Requests and responses of the operations, in the types of the ports. */
export type ContractRequest<Id extends ContractId> = Calls[Id][0];
export type ContractResponse<Id extends ContractId> = Calls[Id][1];
