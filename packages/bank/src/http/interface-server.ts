import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyBytesMax, type Operation, operationList } from "@varde/protocol";
import { isPromise } from "@varde/storage";
import type { Bank, CheckedUseCase, UseCases } from "../bank.ts";
import { suspendedRetrySeconds } from "../configuration/constants.ts";
import { checkTarget } from "../pipeline/checks/check-target.ts";
import type { ApiResponse } from "../request/api-response.ts";
import { type Place, refuseOverload } from "../request/place.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import { findRawHeader, RequestHeaders } from "../request/request-headers.ts";
import {
  clientCertificateReader,
  type ReadClientCertificate,
} from "./connections/client-certificate.ts";
import type { Connections } from "./connections/connections.ts";
import { RequestsInFlight } from "./connections/requests-in-flight.ts";
import { headBytes, WaitingRequests } from "./connections/waiting-requests.ts";
import { type FoundOperation, OperationPaths } from "./operation-paths.ts";
import { presentRefusal } from "./present-refusal.ts";
import { type ReadBody, readBody } from "./read-body.ts";
import { logRouteMiss, refuseRouteMiss, refuseTrailingSlash } from "./refuse-route-miss.ts";
import type { RequestObservation } from "./request-observation.ts";
import { sendResponse, writeResponse } from "./send-response.ts";
import { serveOperation } from "./serve-operation.ts";

interface Served {
  readonly operation: Operation;
  readonly useCase: CheckedUseCase;
}

interface WholeRequest {
  readonly request: IncomingMessage;
  readonly headers: RequestHeaders;
  readonly body: ReadBody;
  readonly place: Place;
}

/** The ways on for a request that asks for a place. */
interface Outcomes {
  readonly admit: (place: Place) => void;
  readonly refuse: () => void;
}

/**
 * As many requests as are in flight are served in a fraction of a second. Those that wait behind
 * them, twice as many, are served in about a second. More would only be refused later.
 */
const waitingPerPlace = 2;
const waitingBytesMax = 64 * 1024 * 1024;
/** With a second, the slowest good responses took more than two at three times the capacity. */
const waitMs = 800;

/**
 * Serves the operations of the interface directly on `node:http`, without a framework, because
 * signatures cover the bytes and headers exactly as they were sent.
 */
export class InterfaceServer {
  readonly #bank: Bank;
  readonly #paths = new OperationPaths<Served>();
  readonly #root: string;
  readonly #overloaded: ApiResponse;
  readonly #inFlight: RequestsInFlight;
  readonly #waiting: WaitingRequests;
  readonly #connections: Connections;
  readonly #readClientCertificate: ReadClientCertificate;
  /** Given while the bank refuses every request. */
  readonly #suspended: Refusal | undefined;

  constructor(bank: Bank, useCases: UseCases, connections: Connections) {
    this.#bank = bank;
    this.#connections = connections;
    const { pathPrefix, mode, requestsInFlightMax, clientCertificate, suspended } =
      bank.configuration;
    if (suspended !== undefined) this.#suspended = refuseSuspended(suspended);
    this.#readClientCertificate =
      clientCertificate === "off"
        ? () => ""
        : clientCertificateReader(bank.configuration.trustedProxies);
    const countMax = requestsInFlightMax * waitingPerPlace;
    this.#waiting = new WaitingRequests({ countMax, bytesMax: waitingBytesMax, waitMs });
    this.#inFlight = new RequestsInFlight(requestsInFlightMax, () => this.#waiting.admitSoon());
    bank.metrics.onRead(() => {
      bank.metrics.value("requestsWaiting").set(this.#waiting.count);
      bank.metrics.value("requestsInFlight").set(this.#inFlight.count);
      bank.metrics.value("requestsInFlightMax").set(requestsInFlightMax);
    });
    this.#root = `${pathPrefix}/v1/`;
    this.#overloaded = presentRefusal(refuseOverload, bank.configuration);
    for (const operation of operationList) {
      const useCase = useCases[operation.id] as CheckedUseCase | undefined;
      const isHidden = operation.path.startsWith("/v1/sandbox/") && mode === "production";
      if (useCase !== undefined && !isHidden) this.#paths.add(operation, { operation, useCase });
    }
  }

  /** Serves the request if it is for the interface, and returns whether it is. */
  serve(
    request: IncomingMessage,
    output: ServerResponse,
    observation: RequestObservation,
  ): boolean {
    const target = request.url ?? "";
    const malformed = checkTarget(target);
    if (malformed === undefined && !target.startsWith(this.#root)) return false;
    const found = malformed ?? this.#find(request.method ?? "", target);
    if ("target" in found) observation.setOperation(found.target.operation);
    const suspended = this.#suspended;
    if ("target" in found && suspended === undefined) {
      this.#read(found, request, output, observation);
    } else if (this.#takePlace(request, output) === undefined) {
      this.#refuseOverload(output, observation);
    } else if (malformed !== undefined) this.#refuse(request, output, malformed);
    else if (suspended !== undefined) {
      observation.notAdmitted = "suspended";
      this.#refuse(request, output, suspended);
    } else if ("violations" in found) this.#refuseRouteMiss(request, output, found);
    return true;
  }

  /** LIM-28: reads the body. The request takes a place, or waits, only when it is whole. */
  #read(
    found: FoundOperation<Served>,
    request: IncomingMessage,
    output: ServerResponse,
    observation: RequestObservation,
  ): void {
    // Reading what cannot even wait would only make the refusal more expensive.
    if (this.#waiting.count > 0 && !this.#waiting.hasRoom(this.#identify(request).caller)) {
      this.#refuseOverload(output, observation);
      return;
    }
    const headers = new RequestHeaders(request);
    const bytesMax = bodyBytesMax(found.target.operation, found.parameters);
    const awaited = { bytesMax, connections: this.#connections };
    readBody(request, headers, awaited, (body) => {
      observation.bodyReadMs = observation.elapsedMs();
      this.#admitOrWait(request, output, body.rawBody.length, {
        admit: (place) =>
          this.#admit(found, { request, headers, body, place }, output, observation),
        refuse: () => this.#refuseOverload(output, observation),
      });
    });
  }

  /**
   * Serves a whole request at once if there is a place for it. Otherwise it waits, after those of
   * the same caller that came before it.
   */
  #admitOrWait(
    request: IncomingMessage,
    output: ServerResponse,
    bodyBytes: number,
    { admit, refuse: refuseLate }: Outcomes,
  ): void {
    const { address, claimed, caller } = this.#identify(request);
    const place = this.#waiting.has(caller)
      ? undefined
      : this.#inFlight.take(address, claimed, output);
    if (place !== undefined) {
      admit(place);
      return;
    }
    const remove = this.#waiting.add({
      caller,
      bytes: bodyBytes + headBytes(request),
      hasRoom: () => this.#inFlight.hasRoom(address, claimed),
      admit: () => {
        const freed = this.#inFlight.take(address, claimed, output);
        if (freed !== undefined) admit(freed);
      },
      refuse: refuseLate,
    });
    if (remove === undefined) {
      refuseLate();
      return;
    }
    output.once("close", remove);
  }

  #admit(
    { target: { operation, useCase }, parameters }: FoundOperation<Served>,
    { request, headers, body, place }: WholeRequest,
    output: ServerResponse,
    observation: RequestObservation,
  ): void {
    const received = {
      operation,
      method: operation.method,
      target: request.url ?? "",
      headers,
      rawBody: body.rawBody,
      isTooLarge: body.isTooLarge,
      parameters,
      receivedAt: this.#bank.clock.machineNow(),
      clientCertificate: this.#readClientCertificate(request),
      place,
      socket: request.socket,
    };
    const serve = () =>
      serveOperation(received, useCase, output, observation, this.#bank).catch((error: unknown) =>
        this.#abandon(output, error, { operation: operation.id }),
      );
    // Events of the body are outside of the trace.
    if (observation.trace === undefined) serve();
    else observation.trace.run(serve);
  }

  #takePlace(request: IncomingMessage, output: ServerResponse): Place | undefined {
    const { address, claimed } = this.#identify(request);
    return this.#inFlight.take(address, claimed, output);
  }

  /** Returns who a request is from, as far as it is known before its signature is verified. */
  #identify(request: IncomingMessage) {
    const address = this.#connections.callerAddress(request);
    const claimed = this.#inFlight.isBusy ? this.#claimedTpp(request) : undefined;
    return { address, claimed, caller: claimed ?? address };
  }

  /** Returns the TPP of the certificate in the headers, which nobody has verified. */
  #claimedTpp({ rawHeaders }: IncomingMessage): string | undefined {
    const certificate = findRawHeader(rawHeaders, "tpp-signature-certificate");
    return this.#bank.tppCache.findAgain(certificate)?.tpp?.tppId;
  }

  /** Refuses before any signature is verified, and unsigned: signing costs as much as serving. */
  #refuseOverload(output: ServerResponse, observation: RequestObservation): void {
    observation.notAdmitted = "overload";
    writeResponse(output, this.#overloaded);
  }

  #find(method: string, target: string): FoundOperation<Served> | Refusal {
    const end = target.indexOf("?");
    const path = target.slice(
      this.#bank.configuration.pathPrefix.length,
      end < 0 ? undefined : end,
    );
    const found = this.#paths.find(method, path);
    if (typeof found === "object" && "target" in found) return found;
    const hasTrailingSlash = path.endsWith("/") && this.#exists(method, path.slice(0, -1));
    return hasTrailingSlash
      ? refuseTrailingSlash
      : refuseRouteMiss(found, this.#bank.configuration);
  }

  #exists(method: string, path: string): boolean {
    return typeof this.#paths.find(method, path) === "object";
  }

  #refuseRouteMiss(request: IncomingMessage, output: ServerResponse, refusal: Refusal): void {
    const response = this.#refuse(request, output, refusal);
    logRouteMiss(request, response, refusal, this.#bank);
  }

  /** Refuses a request that has a place, which it keeps until its response is signed and sent. */
  #refuse(request: IncomingMessage, output: ServerResponse, refusal: Refusal): ApiResponse {
    const response = presentRefusal(refusal, this.#bank.configuration);
    const sent = sendResponse(output, response, {}, new RequestHeaders(request), this.#bank);
    if (isPromise(sent)) sent.catch((error: unknown) => this.#abandon(output, error, {}));
    return response;
  }

  #abandon(output: ServerResponse, error: unknown, fields: object): void {
    this.#bank.log.error({ err: error, ...fields }, "response not sent");
    output.destroy();
  }
}

const refuseSuspended = (text: string): Refusal =>
  refuse(
    { code: "SYSTEM_ERROR", status: 503, text },
    { headers: { "retry-after": String(suspendedRetrySeconds) } },
  );
