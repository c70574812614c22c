import type { RequestHandler, Response } from "express";

/**
 * Refuses a request with a larger body with 413 and closes its connection: by Content-Length before the body is read, or while it
 * arrives. The reader of the body then never gets an end of the body, because it would treat a truncated body as complete.
 * @param megabytes of 1024 × 1024 bytes
 */
export function limitBody({ megabytes }: { megabytes: number }): RequestHandler {
  const maxBytes = megabytes * 1024 * 1024;
  return (request, response, next) => {
    if (Number(request.headers["content-length"]) > maxBytes) return refuse(response, megabytes);
    let received = 0;
    const emit = request.emit.bind(request);
    // A data listener would start the stream before its reader is attached, so this intercepts the events.
    request.emit = (event: string | symbol, ...values: unknown[]) => {
      if (received > maxBytes) return false;
      if (event === "data") received += (values[0] as Buffer).length;
      if (received <= maxBytes) return emit(event, ...values);
      refuse(response, megabytes);
      return false;
    };
    next();
  };
}

function refuse(response: Response, megabytes: number): void {
  // A response that has started can only be aborted.
  if (response.headersSent) return void response.destroy();
  const msg = `The request is larger than ${megabytes} MB.`;
  // Otherwise the connection would have to read the rest of the body before its next request.
  response.once("finish", () => response.req.destroy());
  response
    .status(413)
    .set("Connection", "close")
    .json({ status: false, msg, errMsg: msg, code: "PAYLOAD_TOO_LARGE" });
}
