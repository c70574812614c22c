import pg from "pg";
import { vi } from "vitest";
import { inShop } from "./support.ts";

interface Asked {
  text: string;
  values?: unknown[];
}

/** How the database reads the invitations that some work asks for: a plan for each of its statements about them. */
export async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: Asked[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given) {
    const [first, second] = given as unknown as [Asked | string, unknown[] | undefined];
    const { text, values } = typeof first === "string" ? { text: first, values: second } : first;
    if (/^\s*(SELECT|UPDATE)/i.test(text) && /\b(FROM|JOIN|UPDATE)\s+"?invitations/i.test(text))
      asked.push({ text, values: Array.isArray(second) ? second : values });
    return query.apply(this, given);
  });
  await work().finally(() => spy.mockRestore());
  return inShop(async (tx) => {
    const plans: string[] = [];
    for (const { text, values } of asked) {
      const { rows } = await tx.$client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return plans;
  });
}
