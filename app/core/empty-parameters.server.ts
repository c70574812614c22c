import { z } from "zod";

/** A call as the HTTP API has matched and decoded it. */
interface DecodedCall {
  procedure: { "~orpc": { inputSchema?: unknown; route: { method?: string } } };
  input: unknown;
}

/**
 * Leaves empty query parameters out of a read's input: a client that clears a filter sends its parameter without a value. A required
 * one stays, so that its own message refuses it.
 */
export function withoutEmptyParameters({ procedure, input }: DecodedCall): unknown {
  const { inputSchema, route } = procedure["~orpc"];
  if (route.method !== "GET" || !(inputSchema instanceof z.ZodObject) || !isRecord(input)) return input;
  const fields: Record<string, z.ZodType | undefined> = inputSchema.shape;
  const isLeftOut = ([name, value]: [string, unknown]) =>
    value === "" && fields[name]?.safeParse(undefined).success === true;
  return Object.fromEntries(Object.entries(input).filter((entry) => !isLeftOut(entry)));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
