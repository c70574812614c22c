import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import type { PaletteRow } from "./palette-kind.server";

/** Records of one kind. */
export interface FoundGroup {
  name: string;
  rows: { title: string; detail: string | null; address: string }[];
}

/** The records that a text finds, by kind, in the order of the kinds. All kinds are one statement. */
export async function findRecords(
  { shop, administrator, declarations }: CallContext,
  text: string,
): Promise<FoundGroup[]> {
  const search = { shop, administrator, text: text.trim() };
  if (!search.text) return [];
  const kinds = declarations.paletteKinds.flatMap((kind) => {
    const query = mayUse(administrator, kind.for) ? kind.find(search) : null;
    return query ? [{ kind, query }] : [];
  });
  if (kinds.length === 0) return [];
  const rows = await withShop(shop.domain, (tx) =>
    queryRows<PaletteRow & { kind: string }>(
      tx,
      sql.join(
        kinds.map(
          ({ kind, query }) =>
            sql`(SELECT ${kind.name}::text AS kind, key::text, title::text, detail::text FROM (${query}) AS found)`,
        ),
        sql` UNION ALL `,
      ),
    ),
  );
  return kinds.flatMap(({ kind }) => {
    const found = rows.filter((row) => row.kind === kind.name);
    if (found.length === 0) return [];
    return [
      {
        name: kind.name,
        rows: found.map((row) => ({ title: row.title, detail: row.detail, address: kind.address(row) })),
      },
    ];
  });
}
