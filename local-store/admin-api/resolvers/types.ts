import type { GraphQLResolveInfo } from "graphql";
import type { RequestContext } from "../context.ts";

/**
 * Resolves one field of one type. Source and arguments are whatever the type's resolvers agreed on: the schema, which
 * validated the operation, is what makes them fit.
 */
export type Resolver = (
  source: never,
  args: never,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => unknown;

/** The resolvers of one type, by field. */
export type TypeResolvers = Readonly<Record<string, Resolver>>;

/** A list behind a connection that is short enough to be read whole; `id` orders it and makes its cursors. */
export type ListResolver = (
  source: never,
  args: never,
  context: RequestContext,
) => ListItem[] | Promise<ListItem[]>;

export interface ListItem {
  id: number;
}
