import type pg from "pg";
import { onConnection } from "~/platform/db/connection.server";
import { ownKeys } from "~/platform/secrets/keys.server";
import { sealWith } from "~/platform/secrets/secrets.server";
import { agoraApiKey } from "../local-store/agora/directory.ts";
import { algoliaApplication, algoliaKey } from "../local-store/algolia/application.ts";
import { shops } from "../local-store/config.ts";
import { ekataKey } from "../local-store/ekata/requests.ts";
import { salsifyOrganization, salsifyToken } from "../local-store/salsify/products.ts";
import { SOLR_USER, solrPassword } from "../local-store/solr/account.ts";
import { upsAccountOf } from "../local-store/ups/accounts.ts";
import { setUpDemoPriceSpider } from "./demo-pricespider.ts";

type DemoShop = (typeof shops)[number];

/** The stand-ins that the demo shop is connected to: the path, the secret and the other settings of each. */
const CONNECTORS = [
  { settingsKey: "agora", secret: ({ handle }: DemoShop) => agoraApiKey(handle), fields: () => ({}) },
  {
    settingsKey: "salsify",
    secret: ({ handle }: DemoShop) => salsifyToken(handle),
    fields: ({ handle }: DemoShop) => ({
      organization: salsifyOrganization(handle),
      skuProperty: "SKU",
      mediaProperties: "Main Image, Images",
    }),
  },
  {
    settingsKey: "ekata",
    secret: ({ handle }: DemoShop) => ekataKey(handle),
    fields: () => ({ mediumFrom: "250", highFrom: "400" }),
  },
  {
    settingsKey: "algolia",
    secret: ({ handle }: DemoShop) => algoliaKey(handle),
    fields: ({ handle }: DemoShop) => ({
      applicationId: algoliaApplication(handle),
      indexName: "products",
      recordKb: "10",
    }),
  },
  {
    settingsKey: "solr",
    secret: ({ handle }: DemoShop) => solrPassword(handle),
    fields: () => ({
      collection: "products",
      configSet: "_default",
      shards: "1",
      replicas: "1",
      user: SOLR_USER,
    }),
  },
  {
    settingsKey: "ups",
    secret: ({ domain }: DemoShop) => upsAccountOf(domain).clientSecret,
    fields: ({ domain }: DemoShop) => ({
      accountNumber: upsAccountOf(domain).accountNumber,
      clientId: upsAccountOf(domain).clientId,
      service: "03",
      packaging: "02",
      returnName: "Backroom Demo Returns",
      returnAddress: "500 Dock Rd",
      returnCity: "Towson",
      returnState: "MD",
      returnZip: "21286",
      returnPhone: "4105550100",
    }),
  },
] as const;

/**
 * Points the demo shop at the stand-ins of other systems. At the first start they are set up, as an owner would on Settings; later
 * ones only follow the local store's port. The second shop stays without, so that one sees that as well.
 */
export async function setUpDemoConnections(
  databaseUrl: string,
  options: { localStoreUrl: string; apiSecret: string; isFirst: boolean },
): Promise<void> {
  const [demo] = shops;
  if (!demo) return;
  await onConnection("backroom-demo", databaseUrl, async (client) => {
    for (const connector of CONNECTORS) await setUp(client, demo, connector, options);
    const seal = (secret: string) => sealed(secret, options.apiSecret);
    await setUpDemoPriceSpider(client, { ...options, seal });
  });
}

async function setUp(
  client: pg.Client,
  shop: DemoShop,
  { settingsKey, secret, fields }: (typeof CONNECTORS)[number],
  { localStoreUrl, apiSecret, isFirst }: { localStoreUrl: string; apiSecret: string; isFirst: boolean },
): Promise<void> {
  const { domain } = shop;
  const baseUrl = `${localStoreUrl}/${settingsKey}`;
  if (isFirst)
    await client.query(
      `INSERT INTO settings (shop, key, value, changed_at, changed_by) VALUES ($1, $2, $3, now(), 'npm start')
       ON CONFLICT DO NOTHING`,
      [domain, settingsKey, { ...fields(shop), baseUrl, key: sealed(secret(shop), apiSecret) }],
    );
  // Also at the first start: an earlier one may have been killed.
  await client.query(
    `UPDATE settings SET value = jsonb_set(value, '{baseUrl}', to_jsonb($3::text))
      WHERE shop = $1 AND key = $2 AND value->>'baseUrl' ~ ('^http://localhost:[0-9]+/' || $2 || '$')`,
    [domain, settingsKey, baseUrl],
  );
}

/** Sealed as the app's own processes do, which are given this secret, whatever the shell's own variables name. */
function sealed(key: string, apiSecret: string): string {
  const { BACKROOM_SECRET_KEY, ...env } = process.env;
  const keys = ownKeys({
    ...env,
    ...(BACKROOM_SECRET_KEY && { BACKROOM_SECRET_KEY }),
    SHOPIFY_API_SECRET: apiSecret,
  });
  return sealWith(keys.current, key, false);
}
