import { onConnection } from "~/platform/db/connection.server";
import { shops } from "../local-store/config.ts";

/** The local store's second administrator. The first one is the account owner, the third one has no access. */
const CREDITS_ONLY = { administratorId: "2", flags: ["showCredits"] };

/** Grants the demo's flags before the first sign-in. */
export async function grantDemoFlags(databaseUrl: string): Promise<void> {
  await onConnection("backroom-demo", databaseUrl, async (client) => {
    for (const { domain, administrators } of shops) {
      const administrator = administrators.find(({ id }) => id === CREDITS_ONLY.administratorId);
      if (!administrator) continue;
      await client.query(
        `INSERT INTO administrators (shop, id, name, email, flags) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [
          domain,
          administrator.id,
          `${administrator.firstName} ${administrator.lastName}`,
          administrator.email,
          CREDITS_ONLY.flags,
        ],
      );
    }
  });
}
