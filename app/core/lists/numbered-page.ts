import { z } from "zod";
import { type ListResult, MAX_PAGES } from "~/platform/list";

/** How many rows a page has at most. */
const MAX_PAGE_SIZE = 50;

/** The number of a page, from 1. */
export const pageNumber = z.coerce
  .number("must be the number of a page, from 1")
  .int("must be a whole number")
  .min(1, "must be the number of a page, from 1")
  .max(MAX_PAGES, `must be at most ${MAX_PAGES}`)
  .default(1);

/** How many rows a page has. */
const rowsPerPage = (byDefault: number) =>
  z.coerce
    .number("must be a number of rows")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(MAX_PAGE_SIZE, `must be at most ${MAX_PAGE_SIZE}`)
    .default(byDefault);

/** What a call takes that answers a numbered page, in its `page/pageSize/total/hasNext` form. */
export const numberedRequest = (pageSize: number) => ({ page: pageNumber, pageSize: rowsPerPage(pageSize) });

/** What a call takes that names the order of a list by a field and a direction. */
export function orderRequest({ defaultSort, query }: OrderedList) {
  const fields = Object.keys(query.sorts);
  const [field = "", direction] = defaultSort.split(" ");
  return {
    sortField: z.enum(fields, `must be one of: ${fields.join(", ")}`).default(field),
    sortOrder: z.enum(["asc", "desc"], "must be asc or desc").default(direction === "desc" ? "desc" : "asc"),
  };
}

interface OrderedList {
  defaultSort: string;
  query: { sorts: Readonly<Record<string, unknown>> };
}

/** A numbered page as those calls answer it. */
export const numberedPageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    status: z.literal(true),
    msg: z.string(),
    hasPrevious: z.boolean(),
    hasNext: z.boolean(),
    /** How many rows the list has on all its pages. */
    total: z.number().int(),
    list: z.array(row),
  });

interface NumberedPage<Row> {
  hasPrevious: boolean;
  hasNext: boolean;
  total: number;
  list: Row[];
}

/** Puts rows into a numbered page. */
export const numberedPage = <Row>(
  list: Row[],
  { total, page, pageSize }: { total: number; page: number; pageSize: number },
) => ({
  status: true as const,
  msg: "",
  hasPrevious: page > 1,
  hasNext: page * pageSize < total,
  total,
  list,
});

/** Reads a numbered page for `ui/ListPage`; the last one, where the list has become shorter than that. */
export async function readListPage<Row>(
  page: number,
  pageSize: number,
  read: (page: number) => Promise<NumberedPage<Row>>,
): Promise<ListResult<Row>> {
  const answer = await read(page);
  const pages = Math.max(1, Math.ceil(answer.total / pageSize));
  if (page > pages) return readListPage(pages, pageSize, read);
  return {
    rows: answer.list,
    nextCursor: null,
    previousCursor: null,
    hasNextPage: answer.hasNext,
    hasPreviousPage: answer.hasPrevious,
    total: { count: answer.total, exact: true },
    pager: { page, pages },
  };
}

/** What a call takes that answers a numbered page, in its `per_page/page/total_pages` form. */
export const perPageRequest = (pageSize: number) => ({ page: pageNumber, per_page: rowsPerPage(pageSize) });

/** A numbered page as those calls answer it. */
export const perPageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    results: z.array(row),
    per_page: z.number().int(),
    page: z.number().int(),
    total_pages: z.number().int(),
  });

/** Puts rows into such a page. An empty list has one page. */
export const perPage = <Row>(
  results: Row[],
  { total, page, pageSize }: { total: number; page: number; pageSize: number },
) => ({ results, per_page: pageSize, page, total_pages: Math.max(1, Math.ceil(total / pageSize)) });
