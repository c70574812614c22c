import { setTimeout as wait } from "node:timers/promises";
import type { Request, Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { bearerToken, verifySessionToken } from "~/platform/auth/session-token.server";
import { isSignedByAppProxy } from "~/platform/auth/shopify-api.server";
import { isForVisitor } from "./matched-route.ts";
import { refuseBody } from "./refuse-body.ts";
import { visitorAddress } from "./visitor.ts";

/** Limits for requests that are still sending their body. */
export interface BodyLimits {
  /** How many may be sending at the same time. People, visitors of public pages and others have a budget each. */
  max: number;
  /** The share of one person, or of one address. */
  maxPerSender: number;
  /** A body must have arrived after this time. */
  deadlineMs: number;
  /** People and visitors may take longer, for a large upload, while bodies arrive at this rate. */
  minBytesPerSecond: number;
}

export const BODY_LIMITS: BodyLimits = {
  max: 64,
  maxPerSender: 16,
  deadlineMs: 10_000,
  minBytesPerSecond: 32 * 1024,
};

type Admission = "complete" | "arriving" | "refused";

interface Sender {
  /** A person has a session token. A visitor's request is signed by Shopify's app proxy. */
  budget: "people" | "visitors" | "others";
  /** The person, or the address. */
  sender: string;
}

/** A request that is still sending its body. */
interface Arrival extends Sender {
  request: Request;
  response: Response;
  startedAt: number;
  /** Bytes of the body that arrived before this was created, minus what the connection had received until then. */
  offset: number;
}

type RefusalParts = readonly [status: number, code: string, problem: string];
const TOO_MANY_OF_SENDER: RefusalParts = [
  429,
  "TOO_MANY_REQUESTS",
  "Too many of your uploads are in progress.",
];
const TOO_MANY: RefusalParts = [503, "OVERLOADED", "Too many uploads are in progress."];
const TOO_LATE: RefusalParts = [408, "REQUEST_TIMEOUT", "The upload took too long."];

/** When no place is free, a new request has this time to send more than the slowest one. */
const GRACE_MS = 100;
const GRACE_STEP_MS = 20;

/**
 * The requests that are still sending their body. They don't use up the places of requests in flight. When no place is free, the
 * request that has received the least is refused, so that slow senders compete with each other only.
 */
export class ArrivingBodies {
  private readonly arrivals = new Set<Arrival>();

  constructor(private readonly limits: BodyLimits) {}

  /**
   * @param arrived runs when the body is complete. It doesn't run for a request that is refused or has been answered before
   * @returns `complete` when there is no body or it has arrived already, and `refused` when the request has been answered
   */
  async admit(request: Request, response: Response, arrived: () => void): Promise<Admission> {
    if (!announcesBody(request)) return "complete";
    // A small body arrives together with the headers, and is complete when the parser has read what is there.
    await new Promise(setImmediate);
    if (request.complete) return "complete";
    const arrival = await describe(request, response);
    await this.waitForPlace(arrival);
    if (request.complete) return "complete";
    if (response.closed || !this.makeRoom(arrival)) return "refused";
    this.arrivals.add(arrival);
    const timer = setInterval(() => this.checkDeadline(arrival, end), this.limits.deadlineMs / 10).unref();
    const end = (isComplete: boolean) => {
      clearInterval(timer);
      if (this.arrivals.delete(arrival) && isComplete) arrived();
    };
    request.once("end", () => end(true));
    response.once("close", () => end(false));
    return "arriving";
  }

  private async waitForPlace(arrival: Arrival): Promise<void> {
    for (let waited = 0; waited < GRACE_MS; waited += GRACE_STEP_MS) {
      if (arrival.request.complete || !this.rivalsOf(arrival)) return;
      await wait(GRACE_STEP_MS);
    }
  }

  /** @returns false when the new request itself is refused */
  private makeRoom(arrival: Arrival): boolean {
    const rivals = this.rivalsOf(arrival);
    if (!rivals) return true;
    const least = slowest(rivals.arrivals);
    const isFaster = receivedBytes(arrival) > receivedBytes(least);
    this.refuse(isFaster ? least : arrival, ...rivals.refusal);
    return isFaster;
  }

  /** The requests that use up the budget or the sender's share of it. Undefined while a place is free. */
  private rivalsOf(arrival: Arrival): { arrivals: Arrival[]; refusal: RefusalParts } | undefined {
    const all = [...this.arrivals].filter(({ budget }) => budget === arrival.budget);
    const own = all.filter(({ sender }) => sender === arrival.sender);
    if (own.length >= this.limits.maxPerSender) return { arrivals: own, refusal: TOO_MANY_OF_SENDER };
    return all.length >= this.limits.max ? { arrivals: all, refusal: TOO_MANY } : undefined;
  }

  private checkDeadline(arrival: Arrival, end: (isComplete: boolean) => void): void {
    // Complete, but the handler hasn't read it yet.
    if (arrival.request.complete) {
      end(true);
      return;
    }
    const seconds = (performance.now() - arrival.startedAt) / 1000;
    if (seconds * 1000 < this.limits.deadlineMs) return;
    const isFast = receivedBytes(arrival) >= seconds * this.limits.minBytesPerSecond;
    if (isFast && arrival.budget !== "others") return;
    this.refuse(arrival, ...TOO_LATE);
  }

  private refuse(arrival: Arrival, ...[status, code, problem]: RefusalParts): void {
    this.arrivals.delete(arrival);
    const { response } = arrival;
    if (!response.headersSent) response.setHeader("Retry-After", "2");
    refuseBody(response, status, code, `${problem} Please try again in a few seconds.`);
  }
}

const announcesBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

async function describe(request: Request, response: Response): Promise<Arrival> {
  const startedAt = performance.now();
  const offset = request.readableLength - request.socket.bytesRead;
  return { request, response, startedAt, offset, ...(await senderOf(request)) };
}

async function senderOf(request: Request): Promise<Sender> {
  const token = bearerToken(request.headers.authorization);
  const person = token === undefined ? null : await verifySessionToken(token);
  if (person) return { budget: "people", sender: `${person.shop} ${person.administratorId}` };
  // Without the signature, the visitor's address could be invented.
  return isForVisitor(request) && (await isSignedByAppProxy(parametersOf(request)))
    ? { budget: "visitors", sender: ipKeyGenerator(visitorAddress(request)) }
    : { budget: "others", sender: ipKeyGenerator(request.ip ?? "") };
}

const parametersOf = ({ originalUrl }: Request): URLSearchParams =>
  new URL(originalUrl, "http://localhost").searchParams;

const receivedBytes = ({ request, offset }: Arrival): number => offset + request.socket.bytesRead;

/** Never of an empty list: callers have compared its length with a limit. */
const slowest = (arrivals: readonly Arrival[]): Arrival =>
  arrivals.reduce((least, arrival) => (receivedBytes(arrival) < receivedBytes(least) ? arrival : least));
