import type { RequestHandler, Response } from "express";

/**
 * Refuses a request whose body is larger, with 413, and closes its connection: by the length that it announces, before anything
 * is read, or else while it arrives. What reads the body then waits for a rest that never comes (and is forgotten with the
 * connection), because a body that is cut off would be taken for a whole one.
 * @param megabytes of 1024 × 1024 bytes
 */
export function limitBody({ megabytes }: { megabytes: number }): RequestHandler {
  const most = megabytes * 1024 * 1024;
  return (request, response, next) => {
    if (Number(request.headers["content-length"]) > most) return refuse(response, megabytes);
    let received = 0;
    const emit = request.emit.bind(request);
    // Listening to the data would set it flowing before its reader is there; this only looks at what passes.
    request.emit = (event: string | symbol, ...values: unknown[]) => {
      if (received > most) return false;
      if (event === "data") received += (values[0] as Buffer).length;
      if (received <= most) return emit(event, ...values);
      refuse(response, megabytes);
      return false;
    };
    next();
  };
}

function refuse(response: Response, megabytes: number): void {
  // An answer that is under way already can only be cut off.
  if (response.headersSent) return void response.destroy();
  const msg = `The request is larger than ${megabytes} MB.`;
  // Else the connection would have to swallow the rest of the body before its next request.
  response.once("finish", () => response.req.destroy());
  response
    .status(413)
    .set("Connection", "close")
    .json({ status: false, msg, errMsg: msg, code: "PAYLOAD_TOO_LARGE" });
}
