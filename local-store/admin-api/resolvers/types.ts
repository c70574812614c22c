import type { GraphQLResolveInfo } from "graphql";
import type { RequestContext } from "../context.ts";

/**
 * Resolves a field. Source and arguments are `never`, so that each resolver declares its own types. The schema guarantees that they
 * match.
 */
export type Resolver = (
  source: never,
  args: never,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => unknown;

/** The resolvers of a type, by field. */
export type TypeResolvers = Readonly<Record<string, Resolver>>;

/** Resolves a connection's list that is short enough to read completely. `id` is also the cursor. */
export type ListResolver = (
  source: never,
  args: never,
  context: RequestContext,
) => ListItem[] | Promise<ListItem[]>;

export interface ListItem {
  id: number;
}
