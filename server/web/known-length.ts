import type { RequestHandler } from "express";

/**
 * Delays the headers until the body is written, so that the compression knows the length of the body. Creating a compressor is the
 * most expensive part of a short response. Must be used after the compression.
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
