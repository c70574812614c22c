/** The tabs of the Events page. */
export const EVENT_TABS = ["events", "published"] as const;
export type EventTab = (typeof EVENT_TABS)[number];

export const EVENT_TAB_LABELS: Record<EventTab, string> = { events: "Events", published: "Published" };

/** What a page of events is asked for: a tab's, or those that were deleted. */
export const EVENT_PARTS = [...EVENT_TABS, "deleted"] as const;
export type EventPart = (typeof EVENT_PARTS)[number];
