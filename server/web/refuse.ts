import type { Request, Response } from "express";

/**
 * Refuses a request before the app sees it. A visitor of a public page gets the sentence as text, because the browser shows the
 * response as the page.
 */
export function refuse(response: Response, status: number, code: string, msg: string): void {
  response.status(status);
  if (isForVisitor(response.req)) response.type("text").send(msg);
  else response.json({ status: false, msg, errMsg: msg, code });
}

/** Shopify's app proxy forwards visitors to paths below `/proxy`. */
export const isForVisitor = ({ originalUrl }: Request): boolean => /^\/+proxy(?:[/?]|$)/i.test(originalUrl);
