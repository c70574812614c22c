import { operation } from "../operation";

/** How many customers a segment has. The variable is a query of the segment query language. */
export const segmentSize = operation(
  `query SegmentSize($query: String!) {
  customerSegmentMembers(first: 1, query: $query) { totalCount }
}`,
);
