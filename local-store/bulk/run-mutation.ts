import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { execute, parse } from "graphql";
import type { RequestContext } from "../admin-api/context.ts";
import { resolveField, resolveType } from "../admin-api/field-resolver.ts";
import { loadAdminSchema } from "../schema/load.ts";
import type { LineWriter } from "./line-writer.ts";

const LINES_PER_REPORT = 50;

/**
 * Runs a mutation for each line of an uploaded JSONL file, in order, and writes each result with its `__lineNumber` (from 0). An
 * invalid line produces an error. Returns false if the operation was canceled.
 */
export async function runBulkMutation(
  context: RequestContext,
  source: string,
  inputPath: string,
  writer: LineWriter,
  progress: (roots: number) => Promise<boolean>,
): Promise<boolean> {
  const document = parse(source);
  let lineNumber = 0;
  for await (const line of createInterface({
    input: createReadStream(inputPath),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.trim() === "") continue;
    writer.add({ ...(await runLine(context, document, line)), __lineNumber: lineNumber });
    lineNumber += 1;
    await writer.flush();
    if (lineNumber % LINES_PER_REPORT === 0 && !(await progress(lineNumber))) return false;
  }
  return progress(lineNumber);
}

async function runLine(context: RequestContext, document: ReturnType<typeof parse>, line: string) {
  const variables = parseVariables(line);
  if (!variables) return { errors: [{ message: "The line isn't a JSON object." }] };
  const { data, errors } = await execute({
    schema: loadAdminSchema(),
    document,
    variableValues: variables,
    contextValue: context,
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  return { ...(data && { data }), ...(errors && { errors: errors.map((error) => error.toJSON()) }) };
}

function parseVariables(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
