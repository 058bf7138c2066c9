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

testAccessibility(
  "nb",
  atScale({
    slice: (page: number) => (page % 3 === 1 ? [lookOfPage(page)] : []),
    long: (page: number) => [lookOfPage(page), lookOfPage(page + 1)],
  }),
);
