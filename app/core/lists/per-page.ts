import { z } from "zod";
import { pageNumber, rowsPerPage } from "./numbered-page";

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
