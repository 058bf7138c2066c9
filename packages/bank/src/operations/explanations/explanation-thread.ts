import { parentPort } from "node:worker_threads";
import { explainRequest } from "@varde/protocol";
import type { ExplanationTask } from "./explanation-worker.ts";

parentPort?.on("message", ({ request, arrivedMs }: ExplanationTask) => {
  const body = Buffer.from(request.body);
  parentPort?.postMessage(explainRequest({ ...request, body }, arrivedMs));
});

parentPort?.postMessage("ready");
