import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";

type MailSide = Record<string, string>;

export const mailSentAgain = auditAction<MailSide, MailSide>(
  "mail.sent again",
  "Sent an email again",
  MAY_NAME_OTHERS,
);
export const addressAllowed = auditAction<MailSide, MailSide>(
  "mail.address allowed",
  "Allowed email to an address again",
  MAY_NAME_OTHERS,
);
