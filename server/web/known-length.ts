import type { RequestHandler } from "express";

/**
 * Lets the head of an answer wait for its body, where both are written at once: only then does the compression know how little
 * there is to compress. Setting up a compressor costs a short answer more than everything else. Comes after the compression.
 */
export const knownLength: RequestHandler = (_request, response, next) => {
  const { writeHead } = response;
  response.writeHead = function (this: typeof response, status: number, ...rest: unknown[]) {
    const headers = rest.at(-1);
    if (!isRecord(headers)) return Reflect.apply(writeHead, this, [status, ...rest]);
    this.statusCode = status;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value);
    return this;
  };
  next();
};

const isRecord = (value: unknown): value is Record<string, string | number | readonly string[] | undefined> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
