import { z } from "zod";
import { MOST_DAYS_BEFORE } from "~/domain/ledger/reminders/settings";
import { call } from "~/platform/contract/call";

const DAYS = `must be a whole number of days from 1 to ${MOST_DAYS_BEFORE}`;

const reminders = z.object({ isOn: z.boolean(), daysBefore: z.number().int() });

/** The calls about mails to customers whose credit runs out. */
export const reminderCalls = {
  reminders: call("owner")
    .route({
      method: "GET",
      path: "/credits/reminders",
      summary: "Whether customers are told that their credit runs out, and how long before",
    })
    .output(z.object({ status: z.literal(true), msg: z.string(), ...reminders.shape })),
  saveReminders: call("owner")
    .route({
      method: "PUT",
      path: "/credits/reminders",
      summary: "Set whether customers are told that their credit runs out, and how long before",
    })
    .input(
      z.object({
        isOn: z.boolean("must be true or false"),
        daysBefore: z.number(DAYS).int(DAYS).min(1, DAYS).max(MOST_DAYS_BEFORE, DAYS),
      }),
    )
    .output(z.object({ status: z.literal(true), msg: z.string(), ...reminders.shape })),
};
