import { aPartOf } from "@varde/testkit/rounds";
import {
  looksOfPage,
  pageCount,
  testDocumentationLooks,
  themes,
} from "./test-documentation-looks.ts";

const left = Array.from({ length: pageCount }, (_, page) =>
  themes.filter((theme) => !looksOfPage(page).includes(theme)).map((theme) => ({ page, theme })),
).flat();
const chosen = aPartOf(left, 2);

// Each page in the themes that `npm test` leaves out.
testDocumentationLooks((page) =>
  chosen.filter((look) => look.page === page).map(({ theme }) => theme),
);
