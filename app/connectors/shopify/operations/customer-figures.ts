import { operation } from "../operation";

/** How many customers there are, and in each of eight segments. The variables are queries of the segment query language. */
export const customerFigures = operation(
  `query CustomerFigures(
  $withAICTag: String!, $withoutAICTag: String!, $emailSubscribed: String!, $smsSubscribed: String!,
  $withAICTagEmailSubscribed: String!, $withAICTagSmsSubscribed: String!,
  $withoutAICTagEmailSubscribed: String!, $withoutAICTagSmsSubscribed: String!
) {
  customersCount(limit: null) { count precision }
  withAICTag: customerSegmentMembers(first: 1, query: $withAICTag) { totalCount }
  withoutAICTag: customerSegmentMembers(first: 1, query: $withoutAICTag) { totalCount }
  emailSubscribed: customerSegmentMembers(first: 1, query: $emailSubscribed) { totalCount }
  smsSubscribed: customerSegmentMembers(first: 1, query: $smsSubscribed) { totalCount }
  withAICTagEmailSubscribed: customerSegmentMembers(first: 1, query: $withAICTagEmailSubscribed) { totalCount }
  withAICTagSmsSubscribed: customerSegmentMembers(first: 1, query: $withAICTagSmsSubscribed) { totalCount }
  withoutAICTagEmailSubscribed: customerSegmentMembers(first: 1, query: $withoutAICTagEmailSubscribed) { totalCount }
  withoutAICTagSmsSubscribed: customerSegmentMembers(first: 1, query: $withoutAICTagSmsSubscribed) { totalCount }
}`,
);

/** How many customers a segment has. The variable is a query of the segment query language. */
export const segmentSize = operation(
  `query SegmentSize($query: String!) {
  customerSegmentMembers(first: 1, query: $query) { totalCount }
}`,
);
