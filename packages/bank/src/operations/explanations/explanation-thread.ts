import { parentPort } from "node:worker_threads";
import { explainRequest, Reader, thoroughSearch } from "@varde/protocol";
import type { ExplanationTask } from "./explanation-worker.ts";

parentPort?.on("message", ({ mode, request, arrivedMs }: ExplanationTask) => {
  const body = Buffer.from(request.body);
  const reader = Reader.ofSandbox(mode, thoroughSearch);
  parentPort?.postMessage(explainRequest(reader, { ...request, body }, arrivedMs));
});

parentPort?.postMessage("ready");
