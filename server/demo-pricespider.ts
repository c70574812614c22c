import type pg from "pg";
import { shops } from "../local-store/config.ts";

/** How PriceSpider's servers on this machine are reached (`/pricespider.json` of the local store). */
interface Servers {
  feedUrl: string;
  host: string;
  sftpPort: number;
  ftpPort: number;
  user: string;
  password: string;
  uploadDir: string;
}

/**
 * Points the demo shop at PriceSpider's servers on this machine. At the first start they are set up, as an administrator would on the
 * page PriceSpider. Later ones only follow the ports, which are free ones unless they were set.
 */
export async function setUpDemoPriceSpider(
  client: pg.Client,
  options: { localStoreUrl: string; isFirst: boolean; seal: (password: string) => string },
): Promise<void> {
  const { localStoreUrl, isFirst, seal } = options;
  const [demo] = shops;
  if (!demo) return;
  const response = await fetch(`${localStoreUrl}/pricespider.json?shop=${demo.domain}`);
  const servers = (await response.json()) as Servers;
  const { feedUrl, host, sftpPort, ftpPort } = servers;
  if (isFirst) await addSettings(client, demo.domain, servers, seal);
  // Also at the first start: an earlier one may have been killed.
  await client.query(
    `UPDATE settings SET value = jsonb_set(value, '{settings}', value->'settings' || jsonb_build_object(
        'wyomindProductFeedsUrl', $2::text,
        'priceSpiderPort', CASE value->'settings'->>'ftpClient' WHEN 'FTP' THEN $3::text ELSE $4::text END))
      WHERE shop = $1 AND key = 'priceSpider' AND value->'settings'->>'priceSpiderHost' = $5
        AND value->'settings'->>'wyomindProductFeedsUrl' ~ '^http://localhost:[0-9]+/pricespider/'`,
    [demo.domain, feedUrl, String(ftpPort), String(sftpPort), host],
  );
}

async function addSettings(
  client: pg.Client,
  shop: string,
  { feedUrl, host, sftpPort, user, password, uploadDir }: Servers,
  seal: (password: string) => string,
): Promise<void> {
  const settings = {
    wyomindProductFeedsUrl: feedUrl,
    priceSpiderHost: host,
    priceSpiderPort: String(sftpPort),
    priceSpiderUser: user,
    priceSpiderPassword: "",
    uploadDir,
    enable: true,
    ftpClient: "SFTP",
    downloadDir: "",
  };
  const value = { settings, password: seal(password), serverKey: null, newServerKey: null };
  await client.query(
    `INSERT INTO settings (shop, key, value, changed_at, changed_by) VALUES ($1, 'priceSpider', $2, now(), 'npm start')
     ON CONFLICT DO NOTHING`,
    [shop, value],
  );
}
