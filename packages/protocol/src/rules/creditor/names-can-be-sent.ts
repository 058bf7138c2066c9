import { isInvalid } from "../../invalid.ts";
import { limits } from "../../limits.ts";
import { bounds } from "../../schemas/bounds.ts";
import { isSentUnchanged, parseSentText } from "../../values/sent-text.ts";
import { countCharacters, explainCharacter, firstUnprocessable } from "../../values/text.ts";
import type { Violation } from "../../violation.ts";
import { formatError, type RuleFacts } from "../rule.ts";

interface NamedBody {
  readonly creditorName: string;
  readonly ultimateDebtor?: string;
  readonly creditorAddress?: {
    readonly street?: string;
    readonly buildingNumber?: string;
    readonly postalCode?: string;
    readonly city?: string;
  };
}

/** The names and addresses of a payment, by their pointers, with the most characters of each. */
export const namesOf = ({
  creditorName,
  ultimateDebtor,
  creditorAddress = {},
}: NamedBody): readonly (readonly [
  path: string,
  text: string | undefined,
  charactersMax: number,
])[] => [
  ["/creditorName", creditorName, limits.nameCharactersMax],
  ["/ultimateDebtor", ultimateDebtor, limits.nameCharactersMax],
  ["/creditorAddress/street", creditorAddress.street, limits.streetCharactersMax],
  ["/creditorAddress/buildingNumber", creditorAddress.buildingNumber, partMax],
  ["/creditorAddress/postalCode", creditorAddress.postalCode, partMax],
  ["/creditorAddress/city", creditorAddress.city, partMax],
];

const partMax = bounds.addressPartCharactersMax;

/**
 * GEN-15: names and addresses are sent as they are, or re-encoded on products where foreign names
 * are usual. A name must not be longer than its field after that.
 */
export const namesCanBeSent = (body: NamedBody, { names }: RuleFacts): readonly Violation[] =>
  namesOf(body).flatMap(([path, text, charactersMax]) => {
    if (text === undefined || isSentUnchanged(text)) return [];
    const character = names === "refuse" ? firstUnprocessable(text) : undefined;
    if (character !== undefined) return [formatError(path, explainCharacter(character))];
    const sent = parseSentText(text);
    const length = isInvalid(sent) ? 0 : countCharacters(sent);
    if (length <= charactersMax) return [];
    const clause = `has ${length} characters as it is sent; at most ${charactersMax} are allowed`;
    return [formatError(path, clause)];
  });
