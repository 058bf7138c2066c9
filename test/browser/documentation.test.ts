import { looksOfPage, testDocumentationLooks } from "./test-documentation-looks.ts";

testDocumentationLooks(looksOfPage);
