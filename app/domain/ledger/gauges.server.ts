import { defineGauge } from "~/platform/metrics/gauge.server";

/** The ledger of each shop with store credit is checked every night. */
export const ledgerCheckAge = defineGauge({
  name: "backroom_ledger_check_age_seconds",
  help: "How long ago the ledger was checked that was checked the longest ago, over all shops with store credit.",
  sql: `SELECT coalesce(max(extract(epoch FROM now() - coalesce(ledger_proofs.at, installed_at))), 0) AS value
          FROM shops LEFT JOIN ledger_proofs USING (shop)
         WHERE uninstalled_at IS NULL AND EXISTS (SELECT FROM ledger_postings AS posting WHERE posting.shop = shops.shop)`,
});

export const openDifferences = defineGauge({
  name: "backroom_ledger_differences",
  help: "Open differences between the ledger and Shopify, over all shops.",
  sql: "SELECT count(*) AS value FROM ledger_differences WHERE ended_at IS NULL",
});
