import type { MailState } from "~/core/mail/mail-text";
import type { ListDeclaration } from "~/platform/list";

/** All emails, newest first. */
export const mailList = {
  kind: "list",
  name: "mail",
  columns: [
    { key: "createdAt", title: "When" },
    { key: "to", title: "To", narrow: "title" },
    { key: "subject", title: "Subject", narrow: "plain" },
    { key: "state", title: "State", narrow: "plain" },
    { key: "problem", title: "Why", narrow: "plain" },
  ],
  defaultSort: "createdAt desc",
  search: { maxLength: 254, hint: "Email address, or id of a customer" },
  pageSize: 25,
} as const satisfies ListDeclaration;

/** The list's filters, in the order of their tabs. */
export const MAIL_TABS = ["all", "waiting", "sent", "bounced", "failed"] as const;

export type MailTab = (typeof MAIL_TABS)[number];

/** The states of each tab. */
export const STATES_OF: Record<MailTab, readonly MailState[] | null> = {
  all: null,
  waiting: ["queued", "sending"],
  sent: ["sent"],
  bounced: ["bounced"],
  failed: ["failed"],
};

export const TAB_LABELS: Record<MailTab, string> = {
  all: "All",
  waiting: "Waiting",
  sent: "Sent",
  bounced: "Bounced",
  failed: "Not sent",
};

type Tone = "info" | "success" | "critical" | undefined;

/** The label of an email's state. */
export const STATE_BADGES: Record<MailState, { label: string; tone: Tone }> = {
  queued: { label: "Waiting", tone: undefined },
  sending: { label: "Sending", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  bounced: { label: "Bounced", tone: "critical" },
  failed: { label: "Not sent", tone: "critical" },
};

/** True for an email that can be sent again. */
export const mayBeSentAgain = (state: MailState): boolean => state === "bounced" || state === "failed";

/** The tab in the URL, or all emails. */
export const readMailTab = (tab: string | null): MailTab => MAIL_TABS.find((each) => each === tab) ?? "all";
