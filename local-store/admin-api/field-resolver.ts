import type { GraphQLFieldResolver } from "graphql";
import type { RequestContext } from "./context.ts";
import { notImplemented } from "./errors.ts";
import { listConnection, type PageArguments } from "./paging/connection.ts";
import { lists, resolvers } from "./resolvers/index.ts";
import { requireRootScope } from "./resolvers/queries.ts";
import type { ListItem } from "./resolvers/types.ts";
import { transientFailure } from "./transient-failure.ts";

/**
 * Resolves every field of the schema: by its resolver, as a connection for its list, or as a property of its parent. Any other field
 * is a NOT_IMPLEMENTED error.
 */
export const resolveField: GraphQLFieldResolver<unknown, RequestContext> = (source, args, context, info) => {
  const { parentType, fieldName } = info;
  const isRoot = source === undefined;
  if (isRoot) requireRootScope(context, fieldName);
  const resolver = resolvers[parentType.name]?.[fieldName];
  if (resolver) {
    const failure = parentType.name === "Mutation" ? transientFailure(context, info) : null;
    return failure ?? resolver(source as never, args as never, context, info);
  }
  const list = lists[parentType.name]?.[fieldName];
  if (list) return pageOf(list(source as never, args as never, context), args as PageArguments);
  if (typeof source === "object" && source !== null && fieldName in source) {
    return (source as Record<string, unknown>)[fieldName];
  }
  throw notImplemented(`${parentType.name}.${fieldName}`);
};

async function pageOf(items: ListItem[] | Promise<ListItem[]>, args: PageArguments) {
  return listConnection(await items, (item) => item.id, args);
}

/** The object type of an interface's or union's value. */
export function resolveType(value: unknown): string | undefined {
  return (value as { __typename?: string }).__typename;
}
