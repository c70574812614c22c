import type { MailState } from "~/core/mail/mail-text";

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
