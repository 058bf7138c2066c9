import { isInvalid, parseJson } from "@varde/protocol";
import { type Activity, type Provider, RegisterRefused } from "./register-file.ts";

/** An entity of the EBA's file, as far as it is used here. */
interface EbaEntity {
  readonly CA_OwnerID?: unknown;
  readonly EntityType?: unknown;
  readonly Properties?: unknown;
  readonly Services?: unknown;
}

/** Payment institutions, e-money institutions and account information service providers. */
const entityTypes: readonly unknown[] = ["PSD_PI", "PSD_EMI", "PSD_AISP"];
const roleByCode: Readonly<Record<string, Activity["role"]>> = {
  PS_070: "PSP_PI",
  PS_080: "PSP_AI",
};

/**
 * Converts the payment institutions register that the EBA publishes as JSON to providers.
 * Unverified: written from descriptions of the format, and never tried with the published file.
 * Banks are in another register of the EBA.
 */
export const convertEbaRegister = (bytes: Uint8Array): readonly Provider[] => {
  const parsed = parseJson(bytes);
  if (isInvalid(parsed)) throw new RegisterRefused(`The file of the EBA ${parsed.reason}.`);
  if (!Array.isArray(parsed)) throw new RegisterRefused("The file of the EBA is not a JSON list.");
  // The first list has the disclaimer, the second the entities.
  const entities = parsed.flat() as readonly EbaEntity[];
  return entities
    .filter(({ EntityType }) => entityTypes.includes(EntityType))
    .flatMap((entity) => convertEntity(entity) ?? []);
};

const convertEntity = ({ CA_OwnerID, Properties, Services }: EbaEntity): Provider | undefined => {
  const properties: Readonly<Record<string, unknown>> = Object.assign({}, ...listOf(Properties));
  const { ENT_NAT_REF_COD: number, ENT_NAM: names, ENT_AUT: changes } = properties;
  // Authorisation and withdrawal alternate, so an odd number of changes means authorised.
  const isAuthorised = listOf(changes).length % 2 === 1;
  const activities = convertServices(Services);
  if (!isAuthorised || activities.length === 0 || typeof number !== "string") return undefined;
  return {
    identifier: `PSD${String(CA_OwnerID).replace("_", "-")}-${number}`,
    name: String([names].flat().at(-1)),
    activities,
  };
};

const convertServices = (services: unknown): Activity[] => {
  const countries = new Map<Activity["role"], string[]>();
  for (const [country, codes] of listOf(services).flatMap((each) => Object.entries(Object(each)))) {
    for (const code of [codes].flat()) {
      const role = roleByCode[String(code)];
      if (role !== undefined) countries.set(role, [...(countries.get(role) ?? []), country]);
    }
  }
  return [...countries].map(([role, each]) => ({ role, countries: each }));
};

const listOf = (value: unknown): readonly object[] => (Array.isArray(value) ? value : []);
