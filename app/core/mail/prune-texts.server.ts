import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import { TEXT_KEPT_DAYS } from "./mail-text";

/** The email stays on the list without its text, so that it isn't sent a second time. */
export const pruneMailTexts = definePruning({
  name: "mail.prune-texts",
  cron: "45 3 * * *",
  what: "Texts of emails",
  days: TEXT_KEPT_DAYS,
  rows: [
    {
      table: "mails",
      where: `html_body <> '' AND ${olderThan("ended_at", TEXT_KEPT_DAYS)}`,
      set: "html_body = '', text_body = ''",
    },
  ],
});
