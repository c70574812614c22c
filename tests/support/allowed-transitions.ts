/**
 * Makes a database refuse every change of a state that isn't in the table of its states (`defineStates`), so that every test proves
 * that the product makes no other. Tests that set a state themselves do so outside a shop's transaction, where nothing is refused.
 */
import fs from "node:fs";
import pg from "pg";
import type { States } from "~/platform/states";

const readStates = async (): Promise<States[]> => {
  const files = fs.globSync("app/**/transitions.server.ts");
  const loaded = await Promise.all(
    files.map(
      (file): Promise<Record<string, States>> => import(/* @vite-ignore */ `${process.cwd()}/${file}`),
    ),
  );
  return loaded.flatMap((file) => Object.values(file));
};

export async function refuseOtherTransitions(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`CREATE FUNCTION refuse_other_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE change text := to_jsonb(OLD) ->> TG_ARGV[0] || ' → ' || (to_jsonb(NEW) ->> TG_ARGV[0]);
      BEGIN
        IF coalesce(current_setting('app.shop', true), '') <> '' AND NOT TG_ARGV[1]::jsonb ? change THEN
          RAISE EXCEPTION 'The states of % have no transition %', TG_TABLE_NAME, change;
        END IF;
        RETURN NEW;
      END $$`);
    for (const { table, column, transitions } of await readStates()) {
      const allowed = Object.entries(transitions).flatMap(([from, causes]) =>
        Object.keys(causes as object).map((to) => `${from} → ${to}`),
      );
      await client.query(`CREATE TRIGGER refuse_other_transition BEFORE UPDATE OF ${column} ON ${table} FOR EACH ROW
        WHEN (OLD.${column} IS DISTINCT FROM NEW.${column})
        EXECUTE FUNCTION refuse_other_transition('${column}', ${pg.escapeLiteral(JSON.stringify(allowed))})`);
    }
  } finally {
    await client.end();
  }
}
