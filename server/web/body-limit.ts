import type { RequestHandler } from "express";
import { refuseBody } from "./refuse-body.ts";

/**
 * Refuses bodies above the limit with 413, by their announced length before the body is read, or while it arrives.
 * @param megabytes of 1024 × 1024 bytes
 */
export function limitBody({ megabytes }: { megabytes: number }): RequestHandler {
  const maxBytes = megabytes * 1024 * 1024;
  return (request, response, next) => {
    const refuse = () =>
      refuseBody(response, 413, "PAYLOAD_TOO_LARGE", `The request is larger than ${megabytes} MB.`);
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
