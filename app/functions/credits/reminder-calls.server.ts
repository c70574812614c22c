import { z } from "zod";
import { call } from "~/core/call.server";
import { MAX_DAYS_BEFORE } from "~/domain/ledger/reminders/reminder-settings";
import { readReminders, saveReminders } from "~/domain/ledger/reminders/reminder-settings.server";
import { withShop } from "~/platform/db/with-shop.server";
import { shownReminders } from "./reminder-schemas";

const DAYS = `must be a whole number of days from 1 to ${MAX_DAYS_BEFORE}`;

/** The calls for reminders of expiring credit. */
export const reminderCalls = {
  reminders: call("GET /credits/reminders", {
    for: "owner",
    summary: "Whether and how many days before customers are reminded of expiring credit",
    output: z.object({ status: z.literal(true), msg: z.string(), ...shownReminders.shape }),
    run: async ({ shop }) => ({
      status: true as const,
      msg: "",
      ...(await withShop(shop.domain, (tx) => readReminders(tx, shop.domain))),
    }),
  }),
  saveReminders: call("PUT /credits/reminders", {
    for: "owner",
    summary: "Set whether and how many days before customers are reminded of expiring credit",
    input: z.object({
      isOn: z.boolean("must be true or false"),
      daysBefore: z.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_DAYS_BEFORE, DAYS),
      /** What the form showed: 409 when something else is stored. */
      seen: shownReminders.optional(),
    }),
    output: z.object({ status: z.literal(true), msg: z.string(), ...shownReminders.shape }),
    async run(context, { seen, ...reminders }) {
      await saveReminders(context, reminders, seen);
      return { status: true as const, msg: "Saved.", ...reminders };
    },
  }),
};
