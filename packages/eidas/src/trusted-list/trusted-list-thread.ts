import { parentPort, workerData } from "node:worker_threads";
import type { ListTask } from "./list-authorities.ts";
import { readList } from "./read-list.ts";
import { verifyList } from "./verify-list.ts";

const { bytes, signers, at } = workerData as ListTask;
parentPort?.postMessage(readList(verifyList(bytes, signers, at), at));
