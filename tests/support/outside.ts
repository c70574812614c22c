/**
 * What others rely on: the calls with what they take and answer, the addresses of pages, and names that are stored or that Shopify knows.
 * `npm run outside` writes it to `tests/outside.txt`, and `tests/unit/app/outside.test.ts` compares it.
 */
import fs from "node:fs";
import path from "node:path";
import { createOpenApiDocument } from "~/core/openapi.server";
import { app, functions, modules } from "./app.ts";
import { contractCalls } from "./contract-calls.ts";

export const KEPT_FILE = "tests/outside.txt";

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  operationId: string;
  parameters?: { name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** A line for each name, and two more for what a call takes and answers. */
export async function readOutside(): Promise<string[]> {
  const { paths } = await createOpenApiDocument(app.contract as never, app.declarations);
  const operations = Object.values(paths as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation] as const);
  const operationOf = new Map(operations);
  const calls = (await contractCalls())
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    .flatMap(({ name, method, path, permission }) => [
      `call ${name} ${method} ${path} for ${JSON.stringify(permission)}`,
      ...partsOf(name, operationOf.get(name)),
    ]);
  const declared = modules
    .flatMap((module) => module.declared)
    .flatMap((each) => {
      if (each.kind === "public page") return [`page /proxy/${each.path}`];
      if (!NAMED.includes(each.kind)) return [];
      return [`${each.kind} ${"name" in each ? each.name : "id" in each ? each.id : ""}`];
    });
  const files = fs.globSync("app/{functions/*/,}routes/*.{ts,tsx}");
  const names = [
    ...declared,
    ...app.jobs.map(({ name }) => `job ${name}`),
    ...app.tasks.map(({ name }) => `task ${name}`),
    ...app.topics.map((topic) => `topic ${topic}`),
    ...functions.map(({ name, permission }) => `function ${name} for ${permission}`),
    ...files.map((file) => `page /${path.parse(file).name.replaceAll(".", "/")}`),
  ];
  return [...calls, ...[...new Set(names)].sort()];
}

/** What was in the kept lines and is not now, and what callers must send that they didn't have to. Additions aren't differences. */
export function differencesOf(kept: readonly string[], now: readonly string[]): string[] {
  const nowByName = new Map(now.map((line) => [nameOf(line), line]));
  return kept.flatMap((line) => {
    const current = nowByName.get(nameOf(line));
    if (current === undefined) return [`gone: ${line.slice(0, 200)}`];
    const before = new Set(partsIn(line));
    const after = new Set(partsIn(current));
    const gone = [...before]
      .filter((part) => !after.has(part))
      .map((part) => `${nameOf(line)}: gone is ${part}`);
    const fields = new Set([...before].map(fieldOf));
    const isNeeded = (part: string) => part.endsWith("!") && !fields.has(fieldOf(part));
    const needed = line.startsWith("takes ") ? [...after].filter(isNeeded) : [];
    return [...gone, ...needed.map((part) => `${nameOf(line)}: new and required is ${part}`)];
  });
}

/** The words of a line. Each flag of a permission is one: a call that a further flag opens is still open to the others. */
const partsIn = (line: string): string[] =>
  line.split(" ").flatMap((word) => {
    const isPermission = line.startsWith("call ") && word.startsWith("[");
    return isPermission ? (JSON.parse(word) as unknown[]).map((flag) => JSON.stringify(flag)) : word;
  });

const fieldOf = (part: string): string => part.split(":", 1).join("");

/** Up to the first two words: `call coupons.list`, `takes coupons.list`. */
const nameOf = (line: string): string =>
  /^(call|takes|answers|function) /.test(line) ? line.split(" ", 2).join(" ") : line;

/** The declarations whose names are stored, or known to others. */
const NAMED = ["audit action", "audit subject", "export", "hook handler", "list", "mail text"];

function partsOf(
  call: string,
  { parameters = [], requestBody, responses }: Partial<Operation> = {},
): string[] {
  const takes = new Set(
    parameters.flatMap(({ name, required, schema }) => fieldsOf(schema, required ? `${name}!` : name)),
  );
  for (const { schema } of Object.values(requestBody?.content ?? {})) addFields(takes, schema);
  const answers = new Set<string>();
  for (const { content } of Object.values(responses ?? {}))
    for (const { schema } of Object.values(content ?? {})) addFields(answers, schema);
  const line = (part: string, fields: Set<string>) => [part, call, ...[...fields].sort()].join(" ");
  return [line("takes", takes), line("answers", answers)];
}

function addFields(fields: Set<string>, schema: Schema | undefined) {
  if (schema) for (const field of fieldsOf(schema, "")) fields.add(field);
}

/** The fields of a schema with their types, at any depth: `rows[].state:free`. What must be sent ends in `!`. */
function fieldsOf(schema: Schema, path: string): string[] {
  const name = path.replace(/!$/, "");
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choices.length > 0) return choices.flatMap((choice) => fieldsOf(choice, path));
  if (schema.items) return fieldsOf(schema.items, path.endsWith("!") ? `${name}[]!` : `${name}[]`);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, property]) =>
      fieldsOf(property, `${name && `${name}.`}${key}${schema.required?.includes(key) ? "!" : ""}`),
    );
  const values = schema.enum ?? ("const" in schema ? [schema.const] : [schema.type ?? "any"]);
  return values.map((value) => `${name}:${value}${path.endsWith("!") ? "!" : ""}`);
}
