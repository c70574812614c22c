import { and, eq, sql } from "drizzle-orm";
import { contains } from "~/core/lists/search.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { jobs } from "~/platform/jobs/tables.server";
import { visibleTo } from "./visible.server";

/** Of the latest jobs, because no index finds a part of a title. */
const MAX_LOOKED_AT = 200;

export const jobsInPalette = definePalette({
  name: "Jobs",
  for: "signed-in",
  find: ({ shop, administrator, text }) =>
    sql`SELECT id AS key, title, state AS detail
          FROM (SELECT ${jobs.id} AS id, ${jobs.title} AS title, ${jobs.state} AS state, ${jobs.createdAt} AS created_at FROM ${jobs}
                 WHERE ${and(eq(jobs.shop, shop.domain), visibleTo(administrator))}
                 ORDER BY ${jobs.createdAt} DESC NULLS FIRST, ${jobs.id} DESC NULLS FIRST LIMIT ${MAX_LOOKED_AT}) AS latest
         WHERE ${contains(sql`lower(title)`, text)} ORDER BY created_at DESC LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/jobs/${key}`,
});
