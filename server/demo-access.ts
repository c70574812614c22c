import pg from "pg";
import { shops } from "../local-store/config.ts";

/** What the local store's second administrator may open; the first owns everything, the third has nothing. */
const CREDITS_ONLY = { administratorId: "2", flags: ["showCredits"] };

/** Grants the demo's flags before anybody has signed in, so that each administrator finds what their role says. */
export async function grantDemoFlags(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { domain, administrators } of shops) {
      const person = administrators.find(({ id }) => id === CREDITS_ONLY.administratorId);
      if (!person) continue;
      await client.query(
        `INSERT INTO administrators (shop, id, name, email, flags) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [domain, person.id, `${person.firstName} ${person.lastName}`, person.email, CREDITS_ONLY.flags],
      );
    }
  } finally {
    await client.end();
  }
}
