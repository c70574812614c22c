import type { Response } from "express";
import { refuse } from "./refuse.ts";

/**
 * Refuses a request whose body isn't read to its end, and closes its connection, which would otherwise have to read the rest of the
 * body before its next request. The reader of the body never gets an end of the body, because it would treat a truncated body as
 * complete.
 */
export function refuseBody(response: Response, status: number, code: string, msg: string): void {
  const request = response.req;
  request.emit = () => false;
  // A response that has started can only be aborted.
  if (response.headersSent) return void response.destroy();
  response.once("finish", () => request.destroy());
  response.set("Connection", "close");
  refuse(response, status, code, msg);
}
