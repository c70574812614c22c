import type { RequestHandler } from "express";
import { refuseBody } from "./refuse-body.ts";

interface BodyLimit {
  /** Of 1024 × 1024 bytes. */
  megabytes: number;
  msg?: string;
}

/**
 * Refuses bodies above the limit with 413, by their announced length before the body is read, or while it arrives. Only the first
 * limit of a request applies. Mount the limit of a path before the general one.
 */
export function limitBody({
  megabytes,
  msg = `The request is larger than ${megabytes} MB.`,
}: BodyLimit): RequestHandler {
  const maxBytes = megabytes * 1024 * 1024;
  return (request, response, next) => {
    if (response.locals.hasBodyLimit) return next();
    response.locals.hasBodyLimit = true;
    const refuse = () => refuseBody(response, 413, "PAYLOAD_TOO_LARGE", msg);
    if (Number(request.headers["content-length"]) > maxBytes) return refuse();
    let received = 0;
    const emit = request.emit.bind(request);
    // A data listener would start the stream before its reader is attached, so this intercepts the events.
    request.emit = (event: string | symbol, ...values: unknown[]) => {
      if (event === "data") received += (values[0] as Buffer).length;
      if (received <= maxBytes) return emit(event, ...values);
      refuse();
      return false;
    };
    next();
  };
}
