import type { PromoTab } from "~/domain/submissions/access";
import { type TabHits, tabsOf } from "~/ui/list/types";
import { PROMO_TABS } from "../list";
import type { QueueRow, SubmissionRow } from "../list.server";

/** A submission as a list row, whose ids are strings. */
export type QueueListRow = Omit<QueueRow, "id"> & { id: string };

export type SubmissionListRow = Omit<SubmissionRow, "id"> & { id: string };

/** An option of a look-up list. */
export interface Option {
  value: string;
  label: string;
}

/** A reason of a list. */
export interface ReasonRow {
  id: string;
  reason: string;
  /** Null: after those that have a position. */
  orderInList: number | null;
}

export const TITLE = "Promotion";

/** How many submissions a search finds on each tab that is a list. */
export type SubmissionHits = Partial<TabHits<PromoTab>>;

/** The tabs for the list card, of those that the administrator may open. */
export const tabLinksOf = (tabs: readonly PromoTab[], hits?: SubmissionHits) =>
  tabsOf(tabs, PROMO_TABS, { hits });

/** The button of a list without submissions. */
export const promotionsAction = (hasPromotions = false) =>
  hasPromotions ? { content: "Promotions", url: "/promo/promotions" } : undefined;

/** The URL parameters of the page's lists, beside the ones that all lists have. */
export const TYPE_PARAMETER = "type";

export const SIZE_PARAMETER = "size";

export const LOYALTY_STATUS_PARAMETER = "loyaltyStatus";

export const LOYALTY_REASON_PARAMETER = "loyaltyReason";

const MINUTE = 60;

const HOUR = 3_600;

const DAY = 86_400;

/** The seconds below which a duration is shown in this unit. */
const UNITS = [
  { below: MINUTE, seconds: 1, name: "second" },
  { below: HOUR, seconds: MINUTE, name: "minute" },
  { below: 216_000, seconds: HOUR, name: "hour" },
  { below: 1_296_000, seconds: DAY, name: "day" },
] as const;

/**
 * How long a submission waits or has waited, in one unit: `12 minutes`. From 15 days on: `Over a Month`. The limits between the units
 * are required, so other durations (`app/platform/dates/date-text.ts`) read differently.
 * @param seconds 0 or more
 */
export function formatWaitingTime(seconds: number): string {
  const unit = UNITS.find(({ below }) => seconds < below);
  if (!unit) return "Over a Month";
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
