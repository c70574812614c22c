import { sql } from "drizzle-orm";
import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { ACTIONS_GROUP, type PaletteRow } from "./define-palette.server";

const text = z.string();

export const paletteCalls = {
  find: call("GET /palette", {
    for: "signed-in",
    summary: "The records that a text finds, a few of each kind that the caller may open",
    input: z.object({ text: text.max(100) }),
    output: z.object({
      groups: z.array(
        z.object({
          name: text,
          rows: z.array(
            z.object({
              title: text,
              detail: text.nullable(),
              /** The page in Backroom that shows it. */
              address: text,
            }),
          ),
        }),
      ),
    }),
    run: async (context, input) => ({ groups: await findRecords(context, input.text) }),
  }),
};

/** Records of one kind. */
interface FoundGroup {
  name: string;
  rows: { title: string; detail: string | null; address: string }[];
}

/** The records that a text finds, by kind, in the order of the kinds. All kinds are one statement. */
async function findRecords(
  { shop, administrator, declarations }: CallContext,
  text: string,
): Promise<FoundGroup[]> {
  const search = { shop, administrator, text: text.trim() };
  if (!search.text) return [];
  const kinds = declarations.palette.flatMap((kind) => {
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
  const groups = new Map<string, FoundGroup>();
  for (const { kind } of kinds) {
    const name = kind.group ?? kind.name;
    const found = rows
      .filter((row) => row.kind === kind.name)
      .map((row) => ({ title: row.title, detail: row.detail, address: kind.address(row) }));
    if (found.length > 0) groups.set(name, { name, rows: [...(groups.get(name)?.rows ?? []), ...found] });
  }
  // Enter opens what was looked for, not what can be done with it.
  const isAction = ({ name }: FoundGroup) => Number(name === ACTIONS_GROUP);
  return [...groups.values()].toSorted((one, other) => isAction(one) - isAction(other));
}
