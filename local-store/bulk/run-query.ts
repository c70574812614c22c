import {
  type FieldNode,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  Kind,
  parse,
} from "graphql";
import type { RequestContext } from "../admin-api/context.ts";
import { notImplemented } from "../admin-api/errors.ts";
import { gid } from "../admin-api/gid.ts";
import type { SearchArguments } from "../admin-api/paging/table-page.ts";
import { requireRootScope } from "../admin-api/resolvers/queries.ts";
import { loadAdminSchema } from "../schema/load.ts";
import { operationOf } from "./check-document.ts";
import { compileConnection, type Projection } from "./compile-connection.ts";
import type { LineWriter } from "./line-writer.ts";
import { type RootRow, rootResources, rootRows } from "./root-rows.ts";

/** A compiled bulk query. */
export interface CompiledBulkQuery {
  resource: (typeof rootResources)[string];
  args: SearchArguments;
  projection: Projection;
  field: string;
}

/** Compiles a bulk query that passed `checkBulkQuery`. Throws NOT_IMPLEMENTED for fields that the local store doesn't resolve. */
export function compileBulkQuery(source: string): CompiledBulkQuery {
  const document = parse(source);
  const schema = loadAdminSchema();
  const field = operationOf(document).selectionSet.selections[0] as FieldNode;
  const resource = rootResources[field.name.value];
  const definition = schema.getQueryType()?.getFields()[field.name.value];
  if (!resource || !definition) throw notImplemented(`bulk operations over ${field.name.value}`);
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  const type = getNamedType(definition.type) as GraphQLObjectType;
  const args = getArgumentValues(definition, field) as SearchArguments;
  return {
    resource,
    args,
    field: field.name.value,
    projection: compileConnection({ schema, fragments }, field, type),
  };
}

/**
 * Runs a bulk query and writes its lines: each node, followed by the nodes of its connections with `__parentId`. `progress` is called
 * after each batch and returns whether to continue. Returns false if the operation was canceled.
 */
export async function runBulkQuery(
  context: RequestContext,
  query: CompiledBulkQuery,
  writer: LineWriter,
  progress: (roots: number) => Promise<boolean>,
): Promise<boolean> {
  requireRootScope(context, query.field);
  const { projection, resource, args } = query;
  let roots = 0;
  for await (const batch of rootRows(context, resource, args, projection.fields)) {
    const lines: unknown[] = [];
    const pending: Array<Promise<void>> = [];
    for (const row of batch) {
      const more = addLines(row, projection, context, null, lines, pending);
      if (more) await more;
    }
    await Promise.all(pending);
    for (const line of lines) writer.add(line);
    await writer.flush();
    roots += batch.length;
    if (!(await progress(roots))) return false;
  }
  return true;
}

/** Adds the lines of a node and its connections. Returns a promise only if a list is asynchronous. */
function addLines(
  source: RootRow | { id: number },
  projection: Projection,
  context: RequestContext,
  parentId: string | null,
  lines: unknown[],
  pending: Array<Promise<void>>,
): Promise<void> | null {
  const line = projection.project(source, context, pending);
  if (parentId !== null) line.__parentId = parentId;
  lines.push(line);
  const parent = String(line.id ?? gid((source as RootRow).__typename, source.id));
  return runInOrder(projection.children, (child) => {
    const addAll = (items: Array<{ id: number }>) =>
      runInOrder(items, (item) => addLines(item, child.projection, context, parent, lines, pending));
    const items = child.list(source, context);
    return items instanceof Promise
      ? items.then(async (settled) => void (await addAll(settled)))
      : addAll(items);
  });
}

/** Runs `work` for each item in order. Becomes asynchronous only at the first item that returns a promise. */
function runInOrder<T>(items: readonly T[], work: (item: T) => Promise<void> | null): Promise<void> | null {
  for (let index = 0; index < items.length; index += 1) {
    const waiting = work(items[index] as T);
    if (waiting) return waiting.then(async () => void (await runInOrder(items.slice(index + 1), work)));
  }
  return null;
}
