import { defineGauge } from "~/platform/metrics/gauge.server";

/** Emails that wait for the pace of their shop are queued, however long. */
export const mailsByState = defineGauge({
  name: "backroom_mails",
  help: "Emails that are queued, that are retried, and those of the last hour that were sent, bounced or failed, over all shops.",
  label: "state",
  sql: `SELECT state AS label, count(mail.state) AS value
          FROM unnest(ARRAY['queued', 'retrying', 'sent', 'bounced', 'failed']) AS state LEFT JOIN (
            SELECT CASE attempts WHEN 0 THEN 'queued' ELSE 'retrying' END AS state FROM mails WHERE state IN ('queued', 'sending')
            UNION ALL
            SELECT state FROM shops JOIN mails USING (shop) WHERE html_body <> '' AND ended_at > now() - interval '1 hour'
          ) AS mail USING (state) GROUP BY state`,
});
