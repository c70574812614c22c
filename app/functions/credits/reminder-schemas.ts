import { z } from "zod";

export const shownReminders = z.object({ isOn: z.boolean(), daysBefore: z.number().int() });
