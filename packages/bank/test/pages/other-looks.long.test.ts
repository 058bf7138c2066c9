import { atScale } from "@varde/testkit/rounds";
import { type Look, lookOfPage, testAccessibility } from "./test-accessibility.ts";

const looks: readonly Look[] = [
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
];

testAccessibility(
  "en",
  atScale({ slice: (page: number) => (page % 8 === 0 ? looks : []), long: () => looks }),
);

// The Norwegian pages, each in the look that `npm test` leaves out.
testAccessibility(
  "nb",
  atScale({ slice: () => [], long: (page: number) => [lookOfPage(page + 1)] }),
);
