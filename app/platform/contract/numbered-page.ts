import { z } from "zod";
import { type ListResult, MOST_PAGES } from "../list";

/** How many rows a page has at most (section 9 of the first specification text). */
const LARGEST_PAGE = 50;

/** What a call is asked with whose list counts its pages (second and third specification texts). */
export const numberedRequest = (pageSize: number) => ({
  page: z.coerce
    .number("must be the number of a page, from 1")
    .int("must be a whole number")
    .min(1, "must be the number of a page, from 1")
    .max(MOST_PAGES, `must be at most ${MOST_PAGES}`)
    .default(1),
  pageSize: z.coerce
    .number("must be a number of rows")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(LARGEST_PAGE, `must be at most ${LARGEST_PAGE}`)
    .default(pageSize),
});

/** A page of such a list, as those calls answer it. */
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

/** Puts found rows into a page of such a list. */
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

/** Reads the page of this number for `ui/ListPage`; the last one, where the list has become shorter than that. */
export async function readNumberedPage<Row>(
  page: number,
  pageSize: number,
  read: (page: number) => Promise<NumberedPage<Row>>,
): Promise<ListResult<Row>> {
  const answer = await read(page);
  const pages = Math.max(1, Math.ceil(answer.total / pageSize));
  if (page > pages) return readNumberedPage(pages, pageSize, read);
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
