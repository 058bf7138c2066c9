import { javaSnippet } from "./java-snippet.ts";
import { nodeSnippet } from "./node-snippet.ts";
import { pythonSnippet } from "./python-snippet.ts";
import { sdkSnippet } from "./sdk-snippet.ts";
import { shellSnippet } from "./shell-snippet.ts";
import type { SnippetRequest } from "./snippet-request.ts";

interface SnippetLanguage {
  readonly id: string;
  readonly title: string;
  /** File name of the snippet, and the command that runs it. */
  readonly file: string;
  readonly run: string;
  /** The command in a clone of Varde, if it differs. */
  readonly runInClone?: string;
  readonly write: (request: SnippetRequest) => string;
}

/** The languages that requests are shown in, in the order of the page. */
export const snippetLanguages: readonly SnippetLanguage[] = [
  {
    id: "shell",
    title: "Shell",
    file: "request.sh",
    run: "sh request.sh",
    write: shellSnippet,
  },
  {
    id: "sdk",
    title: "TypeScript with the SDK",
    file: "request.mts",
    run: "node request.mts",
    runInClone: "npm run -s node -- request.mts",
    write: sdkSnippet,
  },
  {
    id: "node",
    title: "Node",
    file: "request.mjs",
    run: "node request.mjs",
    write: nodeSnippet,
  },
  {
    id: "python",
    title: "Python",
    file: "request.py",
    run: "python3 request.py",
    write: pythonSnippet,
  },
  {
    id: "java",
    title: "Java",
    file: "Request.java",
    run: "java Request.java",
    write: javaSnippet,
  },
];
