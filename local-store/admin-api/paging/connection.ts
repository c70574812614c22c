import { badRequest } from "../errors.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** The arguments of every connection. */
export interface PageArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

export interface Connection<T> {
  edges: Array<{ cursor: string; node: T }>;
  nodes: T[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

const MAX_PAGE = 250;

/** The requested page size and direction. Throws Shopify's errors if the size is missing or above 250. */
export function pageSize(args: PageArguments): { size: number; backward: boolean } {
  const { first, last } = args;
  if (first == null && last == null) throw badRequest("you must provide one of first or last");
  if (first != null && last != null) throw badRequest("providing both first and last is not supported");
  const size = (first ?? last) as number;
  const name = first == null ? "last" : "first";
  if (size < 0) throw badRequest(`${name} cannot be negative`);
  if (size > MAX_PAGE) throw badRequest(`${name} cannot exceed ${MAX_PAGE}`);
  return { size, backward: first == null };
}

/** A connection for the rows of a page. */
export function connection<T>(
  edges: Array<{ cursor: string; node: T }>,
  hasNextPage: boolean,
  hasPreviousPage: boolean,
): Connection<T> {
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** A connection for a short list in memory. After an item that is gone, a page continues with the next id. */
export function listConnection<T>(
  items: readonly T[],
  idOf: (item: T) => number,
  args: PageArguments,
): Connection<T> {
  const { size, backward } = pageSize(args);
  const sort = `ID${args.reverse ? ":reverse" : ""}`;
  const ordered = args.reverse ? [...items].reverse() : [...items];
  const position = (cursor: string) => {
    const { last_id } = decodeCursor(cursor, sort);
    const at = ordered.findIndex((item) => idOf(item) === last_id);
    if (at >= 0) return at;
    return ordered.findIndex((item) => (args.reverse ? idOf(item) <= last_id : idOf(item) >= last_id));
  };
  const past = (at: number, item: T | undefined, id: number) => (item && idOf(item) === id ? at + 1 : at);
  let from = 0;
  let to = ordered.length;
  if (args.after) {
    const at = position(args.after);
    from = at < 0 ? ordered.length : past(at, ordered[at], decodeCursor(args.after, sort).last_id);
  }
  if (args.before) {
    const at = position(args.before);
    to = at < 0 ? ordered.length : at;
  }
  const [start, end] = backward ? [Math.max(from, to - size), to] : [from, Math.min(to, from + size)];
  const edges = ordered.slice(start, Math.max(start, end)).map((node, index) => ({
    node,
    cursor: encodeCursor({ last_id: idOf(node), last_value: "", sort, rank: start + index + 1 }),
  }));
  return connection(edges, end < ordered.length, start > 0);
}
