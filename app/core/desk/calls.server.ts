import { sql } from "drizzle-orm";
import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { type DeskLine, type DeskReader, MAX_COUNTED, selectLine, URGENCIES } from "./desk-line.server";

const text = z.string();

export const deskCalls = {
  open: call("GET /desk", {
    for: "signed-in",
    summary: "What waits for the caller, the most urgent first",
    output: z.object({
      lines: z.array(
        z.object({
          name: text,
          text,
          /** 1,000 also for more. */
          count: z.number().int(),
          timing: z.enum(["since", "until"]),
          /** Instant, ISO 8601: when the oldest of it began to wait, or the first of it is going to happen. */
          at: text,
          action: text,
          /** The page in Backroom with these records. */
          address: text,
        }),
      ),
      /** The lists whose changes can change the lines. */
      lists: z.array(text),
    }),
    run: readDesk,
  }),
};

/** Work that waits, as the home page shows it. */
interface OpenWork extends Pick<DeskLine, "name" | "action" | "address"> {
  /** "12 pending student registrations", "1,000+ pending student registrations". */
  text: string;
  count: number;
  timing: "since" | "until";
  /** When the oldest of it began to wait, or the first of it is going to happen. ISO 8601. */
  at: string;
}

/** What waits for the caller, the most urgent first, then the oldest, and the lists that it follows. Lines without work are left out. */
async function readDesk({
  shop,
  administrator,
  clock,
  declarations,
}: CallContext): Promise<{ lines: OpenWork[]; lists: string[] }> {
  const lines = declarations.desk.filter((line) => mayUse(administrator, line.for));
  if (lines.length === 0) return { lines: [], lists: [] };
  const reader: DeskReader = { shop, administrator, now: clock.now() };
  const rows = await withShop(shop.domain, (tx) =>
    queryRows<{ name: string; count: number; at: Date | null }>(
      tx,
      sql.join(
        lines.map((line) => sql`(${selectLine(line, reader)})`),
        sql` UNION ALL `,
      ),
    ),
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const open = lines.flatMap((line) => {
    const { count, at } = byName.get(line.name) ?? { count: 0, at: null };
    return count > 0 && at ? [{ line, count, at }] : [];
  });
  open.sort(
    (a, b) =>
      URGENCIES.indexOf(a.line.urgency) - URGENCIES.indexOf(b.line.urgency) ||
      a.at.getTime() - b.at.getTime(),
  );
  return {
    lines: open.map(({ line, count, at }) => ({
      name: line.name,
      text: `${countText(count)} ${count === 1 ? line.noun : (line.nouns ?? `${line.noun}s`)}`,
      count: Math.min(count, MAX_COUNTED),
      timing: line.timing ?? "since",
      at: at.toISOString(),
      action: line.action,
      address: line.address,
    })),
    lists: [...new Set(lines.map(({ list }) => list))],
  };
}

const countText = (count: number): string =>
  count > MAX_COUNTED ? `${MAX_COUNTED.toLocaleString("en-US")}+` : count.toLocaleString("en-US");
