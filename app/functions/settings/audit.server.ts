import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";

type MailSettingSide = Record<string, string>;

export const mailTextChanged = auditAction<MailSettingSide, MailSettingSide>(
  "mail.text changed",
  "Changed an email text",
  MAY_NAME_OTHERS,
);
export const mailSenderChanged = auditAction<MailSettingSide, MailSettingSide>(
  "mail.sender changed",
  "Changed the sender of emails",
  MAY_NAME_OTHERS,
);
export const mailPaceChanged = auditAction<MailSettingSide, MailSettingSide>(
  "mail.pace changed",
  "Changed the rate limit for emails",
  MAY_NAME_OTHERS,
);
