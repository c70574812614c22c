import { defineGauge } from "~/platform/metrics/gauge.server";

/** Each mirror is rebuilt every night. */
export const mirrorAge = defineGauge({
  name: "backroom_mirror_age_seconds",
  help: "How long ago the mirror was rebuilt that was rebuilt the longest ago, over all shops.",
  label: "mirror",
  sql: `SELECT mirrors.name AS label, max(extract(epoch FROM now() - coalesce(rebuilt_at, installed_at))) AS value
          FROM mirrors JOIN shops USING (shop) WHERE uninstalled_at IS NULL GROUP BY mirrors.name`,
});
