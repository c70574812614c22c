/** The tabs of the Events page. */
export const EVENT_TABS = ["events", "published"] as const;
export type EventTab = (typeof EVENT_TABS)[number];

export const EVENT_TAB_LABELS: Record<EventTab, string> = { events: "Events", published: "Published" };

/** The parts of the list of events: a tab's events, or the deleted ones. */
export const EVENT_PARTS = [...EVENT_TABS, "deleted"] as const;
export type EventPart = (typeof EVENT_PARTS)[number];
