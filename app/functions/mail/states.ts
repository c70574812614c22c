import type { MailState } from "~/domain/mail/states";

/** The ways to narrow the list, in the order of their tabs. */
export const MAIL_TABS = ["all", "waiting", "sent", "bounced", "failed"] as const;
export type MailTab = (typeof MAIL_TABS)[number];

/** The states behind each tab. */
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

/** How a mail's state reads. */
export const STATE_BADGES: Record<MailState, { label: string; tone: Tone }> = {
  queued: { label: "Waiting", tone: undefined },
  sending: { label: "On its way", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  bounced: { label: "Bounced", tone: "critical" },
  failed: { label: "Not sent", tone: "critical" },
};

/** True for a mail that can be asked for once more. */
export const mayBeSentAgain = (state: MailState): boolean => state === "bounced" || state === "failed";

/** The tab that an address names; all mails when it names none. */
export const readMailTab = (tab: string | null): MailTab => MAIL_TABS.find((each) => each === tab) ?? "all";
