import { notImplemented } from "../errors.ts";
import { type PageArguments, pageSize } from "../paging/connection.ts";
import { parseSegmentQuery } from "../segments/parse-segment-query.ts";
import type { TypeResolvers } from "./types.ts";

interface MemberArguments extends PageArguments {
  query?: string | null;
  segmentId?: string | null;
  queryId?: string | null;
}

/** The root field for the members of a segment: their number, without the members. */
export const segmentQueries: TypeResolvers = {
  customerSegmentMembers: async (_root, args: MemberArguments, context) => {
    pageSize(args);
    if (args.segmentId || args.queryId || !args.query)
      throw notImplemented("customerSegmentMembers without a query");
    // Here, so that an unsupported query is an error of its own field only.
    parseSegmentQuery(args.query);
    return { totalCount: await context.segmentCounts.load(args.query) };
  },
};
