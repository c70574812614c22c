import { z } from "zod";
import { MAX_DAYS_BEFORE } from "~/domain/ledger/reminders/reminder-settings";
import { call } from "~/platform/contract/call";

const DAYS = `must be a whole number of days from 1 to ${MAX_DAYS_BEFORE}`;

export const shownReminders = z.object({ isOn: z.boolean(), daysBefore: z.number().int() });

/** The calls for reminders of expiring credit. */
export const reminderCalls = {
  reminders: call("owner")
    .route({
      method: "GET",
      path: "/credits/reminders",
      summary: "Whether and how many days before customers are reminded of expiring credit",
    })
    .output(z.object({ status: z.literal(true), msg: z.string(), ...shownReminders.shape })),
  saveReminders: call("owner")
    .route({
      method: "PUT",
      path: "/credits/reminders",
      summary: "Set whether and how many days before customers are reminded of expiring credit",
    })
    .input(
      z.object({
        isOn: z.boolean("must be true or false"),
        daysBefore: z.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_DAYS_BEFORE, DAYS),
        /** What the form showed: 409 when something else is stored. */
        seen: shownReminders.optional(),
      }),
    )
    .output(z.object({ status: z.literal(true), msg: z.string(), ...shownReminders.shape })),
};
