import { type BankConfiguration, sandboxConfiguration } from "@varde/bank";
import { headerTitle, requiredHeaders } from "@varde/protocol";
import { interfaceVersions } from "../build-open-api.ts";
import { expandOperations, type ReferenceOperation } from "../expand-operations.ts";
import { referTo } from "../schema-components.ts";
import { examples } from "../texts/examples.ts";
import { operationTexts } from "../texts/operation-texts.ts";
import { expectingScript, followingScript, signingScript } from "./collection-scripts.ts";
import {
  type CollectionFolder,
  type CollectionStep,
  collectionFolders,
} from "./collection-steps.ts";

type Json = Readonly<Record<string, unknown>>;

const schemaAddress = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Variables that requests use as {{name}}; those without a value are set by scripts. */
const variables: Readonly<Record<string, string>> = {
  tpp: "",
  approveAs: "03848420491",
  redirectUri: "https://tpp.example/callback",
  sessionId: "collection",
  psuId: "",
  psuCorporateId: "",
  tppId: "NO-FSA-310000018",
};

/** Headers of the PSU and the session; the script adds those of the signature. */
const headerValues: Readonly<Record<string, string>> = {
  "x-accept-fix": "amount-as-string",
  "TPP-Session-ID": "{{sessionId}}",
  "TPP-Redirect-URI": "{{redirectUri}}",
  "PSU-ID": "{{psuId}}",
  "PSU-Corporate-ID": "{{psuCorporateId}}",
  "PSU-IP-Address": "192.0.2.7",
};

/** Builds a collection for API clients of a bank at an address, in the format of Postman 2.1. */
export const buildCollection = ({
  publicUrl,
  pathPrefix,
}: Pick<BankConfiguration, "publicUrl" | "pathPrefix"> = sandboxConfiguration): Json => {
  const operations = new Map(expandOperations().map((each) => [each.name, each]));
  return {
    info: {
      name: `Varde: Norwegian PSD2 interface ${interfaceVersions.api}`,
      description:
        "All operations of the interface, in an order in which they can be run from first to " +
        "last. Start a sandbox with `npx varde start`. The sandbox signs each request for its " +
        "own TPP. To use a TPP created with `npx varde tpp new`, put its name into the variable " +
        "`tpp`. " +
        "Requests to a real bank are signed with your own key: see the SDK.",
      schema: schemaAddress,
    },
    item: collectionFolders.map((folder) => presentFolder(folder, operations)),
    event: [presentScript("prerequest", signingScript()), presentScript("test", followingScript())],
    variable: Object.entries({ bank: publicUrl, pathPrefix, ...variables }).map(([key, value]) => ({
      key,
      value,
    })),
  };
};

const presentFolder = (
  { name, about, steps }: CollectionFolder,
  operations: ReadonlyMap<string, ReferenceOperation>,
): Json => ({
  name,
  description: about,
  item: steps.map((step) => {
    const operation = operations.get(step.operation);
    if (operation === undefined) throw new Error(`there is no operation ${step.operation}`);
    return presentStep(step, operation);
  }),
});

const presentStep = (step: CollectionStep, each: ReferenceOperation): Json => {
  const { operation } = each;
  const body = requestBody(step, each);
  const { description } = operationTexts[operation.id];
  return {
    name: step.name ?? each.summary,
    event: [
      presentScript("test", expectingScript(step.statuses ?? [operation.status], step.stores)),
    ],
    request: {
      method: operation.method,
      description,
      header: [
        ...requestHeaders(each),
        ...(body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ],
      url: presentUrl(each.path, step),
      ...(body !== undefined && {
        body: { mode: "raw", raw: body, options: { raw: { language: "json" } } },
      }),
    },
  };
};

/** Lists the headers the operation requires, and those of the PSU where they apply. */
const requestHeaders = ({ operation }: ReferenceOperation): readonly Json[] => {
  const needed = requiredHeaders(operation).map(headerTitle);
  const isOfPsu = operation.psu !== "none";
  return Object.entries(headerValues)
    .filter(([name]) => needed.includes(name) || (isOfPsu && name !== "x-accept-fix"))
    .map(([key, value]) => ({ key, value }));
};

const root = "{{bank}}{{pathPrefix}}";

const presentUrl = (path: string, { path: names = {}, query }: CollectionStep): Json => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `{{${names[name] ?? name}}}`);
  return {
    raw: `${root}${filled}${query === undefined ? "" : `?${query}`}`,
    host: [root],
    path: filled.slice(1).split("/"),
    ...(query !== undefined && {
      query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })),
    }),
  };
};

/**
 * Replaces the fixed dates of the example with dates calculated when the request is sent. The body
 * is compact, as every JSON library writes it: a proxy that parses and writes it again does not
 * change the bytes that the Digest covers.
 */
const requestBody = (step: CollectionStep, { body }: ReferenceOperation): string | undefined => {
  if (body === undefined) return undefined;
  const name = String(referTo(body).$ref ?? "").replace("#/components/schemas/", "");
  const example = examples[name];
  const { changes } = step;
  return JSON.stringify(changes === undefined ? example : { ...example, ...changes })
    .replaceAll('"2027-01-15"', '"{{payDay}}"')
    .replaceAll('"2026-11-02"', '"{{yesterday}}"');
};

const presentScript = (listen: "prerequest" | "test", text: string): Json => ({
  listen,
  script: { type: "text/javascript", exec: text.split("\n") },
});
