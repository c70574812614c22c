import type { Response } from "express";
import { isForVisitor } from "./matched-route.ts";

/**
 * Refuses a request before the app sees it. A visitor of a public page gets the sentence as text, because the browser shows the
 * response as the page.
 */
export function refuse(response: Response, status: number, code: string, msg: string): void {
  response.status(status);
  if (isForVisitor(response.req)) response.type("text").send(msg);
  else response.json({ status: false, msg, errMsg: msg, code });
}
