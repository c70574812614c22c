import { z } from "zod";

/** A call as the HTTP API has matched and decoded it. */
interface DecodedCall {
  procedure: { "~orpc": { inputSchema?: unknown; route: { method?: string; inputStructure?: string } } };
  input: unknown;
}

/**
 * Leaves empty query parameters out of a call's input: a client that clears a filter sends its parameter without a value. A required
 * one stays, so that its own message refuses it. So do the empty texts of a body, and what `isNeeded`.
 */
export function withoutEmptyParameters({ procedure, input }: DecodedCall): unknown {
  const { inputSchema, route } = procedure["~orpc"];
  if (!isRecord(input)) return input;
  if (route.inputStructure === "detailed")
    return inputSchema instanceof z.ZodObject && isRecord(input.query)
      ? { ...input, query: withoutEmpty(inputSchema.shape.query, input.query) }
      : input;
  return route.method === "GET" ? withoutEmpty(inputSchema, input) : input;
}

/** @returns the schema of a whole query that may be absent */
const withoutDefault = (schema: unknown): unknown =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? schema.unwrap() : schema;

function withoutEmpty(schema: unknown, parameters: Record<string, unknown>): Record<string, unknown> {
  const object = withoutDefault(schema);
  if (!(object instanceof z.ZodObject)) return parameters;
  const fields: Record<string, z.ZodType | undefined> = object.shape;
  const isLeftOut = ([name, value]: [string, unknown]) =>
    value === "" && !isNeeded(name, parameters) && fields[name]?.safeParse(undefined).success === true;
  return Object.fromEntries(Object.entries(parameters).filter((entry) => !isLeftOut(entry)));
}

/**
 * An optional parameter without which the call would do something else: without the idempotency key, a repetition has a second effect.
 * Without the cursor, the page after the last one is the first one.
 */
const isNeeded = (name: string, { direction }: Record<string, unknown>): boolean =>
  name === "operationId" || (name === "last_id" && Boolean(direction));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
