import pg from "pg";
import { vi } from "vitest";
import { DEMO } from "./test-shop.ts";

interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/**
 * How the database runs what some work reads from a table: a plan for each of its statements about it. A prepared one has one plan for
 * all values.
 * @param table the beginning of its name
 */
export async function plansOf(table: string, work: () => Promise<unknown>): Promise<string[]> {
  const statements: Statement[] = [];
  const isAbout = new RegExp(`\\b(FROM|JOIN|UPDATE)\\s+"?${table}`, "i");
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given) {
    const [first, second] = given as unknown as [Statement | string, unknown[] | undefined];
    const { name, text, values }: Statement =
      typeof first === "string" ? { text: first, values: second } : first;
    if (/^\s*(SELECT|UPDATE)/i.test(text) && isAbout.test(text))
      statements.push({ name, text, values: Array.isArray(second) ? second : values });
    return query.apply(this, given);
  });
  await work().finally(() => spy.mockRestore());
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, async (tx) => {
    const plans: string[] = [];
    for (const { name, text, values } of statements) {
      const explain = name ? { text: `EXPLAIN (GENERIC_PLAN) ${text}` } : { text: `EXPLAIN ${text}`, values };
      const { rows } = await tx.$client.query<{ "QUERY PLAN": string }>(explain);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return plans;
  });
}
