import pg from "pg";

/** A statement as it was sent. */
interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  /** How its transaction began, with the role that the plan depends on. */
  begin?: string;
}

/** What some work sends to the database, with how each transaction began. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const begins = new WeakMap<pg.Client, string>();
  const query = pg.Client.prototype.query;
  const send = query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as unknown as [Statement | string, unknown[] | undefined];
    const { name, text, values }: Statement =
      typeof first === "string" ? { text: first, values: second } : first;
    if (/^\s*BEGIN\b/i.test(text)) begins.set(this, text);
    statements.push({
      name,
      text,
      values: Array.isArray(second) ? second : values,
      begin: begins.get(this),
    });
    return send.apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

/**
 * How the database runs what some work reads from a table: a plan for each of its statements about it, in the role that it ran in. A
 * prepared one has one plan for all values.
 * @param table the beginning of its name
 */
export async function plansOf(table: string, work: () => Promise<unknown>): Promise<string[]> {
  const isAbout = new RegExp(`\\b(FROM|JOIN|UPDATE)\\s+"?${table}`, "i");
  const statements = (await statementsOf(work)).filter(
    ({ text }) => /^\s*(SELECT|UPDATE|WITH)/i.test(text) && isAbout.test(text),
  );
  const { inTransaction } = await import("~/platform/db/transaction.server");
  const plans: string[] = [];
  for (const { name, text, values, begin = "BEGIN" } of statements) {
    const explain = name ? { text: `EXPLAIN (GENERIC_PLAN) ${text}` } : { text: `EXPLAIN ${text}`, values };
    const { rows } = await inTransaction(begin, (client) => client.query<{ "QUERY PLAN": string }>(explain));
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}
