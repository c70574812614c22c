import { shopSwitch } from "~/core/settings/shop-switch";

export const approvalMail = shopSwitch({
  key: "approvalMail",
  title: "Email on approval",
  helpText: "Everyone who is approved, by a person or by a rule, gets an email that says so.",
});

export const expiryReminders = shopSwitch({
  key: "expiryReminders",
  title: "Reminders before a registration ends",
  helpText:
    "Approved students and staff customers get an email 30, 7 and 1 days before their end date. The text is under Mail.",
});
