import pg from "pg";
import { agoraApiKey } from "../local-store/agora/directory.ts";
import { shops } from "../local-store/config.ts";

/**
 * Points the demo shop at Agora's stand-in. At the first start it is set up, as an owner would on Settings; later ones only
 * follow the local store's port. The second shop stays without, so that one sees that as well.
 */
export async function setUpDemoAgora(
  databaseUrl: string,
  { localStoreUrl, apiSecret, isFirst }: { localStoreUrl: string; apiSecret: string; isFirst: boolean },
): Promise<void> {
  const [demo] = shops;
  if (!demo) return;
  const baseUrl = `${localStoreUrl}/agora`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (isFirst) {
      await client.query(
        `INSERT INTO settings (shop, key, value, changed_at, changed_by) VALUES ($1, 'agora', $2, now(), 'npm start')
         ON CONFLICT DO NOTHING`,
        [demo.domain, { baseUrl, key: await sealed(agoraApiKey(demo.handle), apiSecret) }],
      );
    } else {
      await client.query(
        `UPDATE settings SET value = jsonb_set(value, '{baseUrl}', to_jsonb($2::text))
          WHERE shop = $1 AND key = 'agora' AND value->>'baseUrl' ~ '^http://localhost:[0-9]+/agora$'`,
        [demo.domain, baseUrl],
      );
    }
  } finally {
    await client.end();
  }
}

/** Sealed as the app's own processes do, which are given this secret. */
async function sealed(key: string, apiSecret: string): Promise<string> {
  process.env.SHOPIFY_API_SECRET ??= apiSecret;
  const { seal } = await import("../app/platform/secrets.server.ts");
  return seal(key);
}
