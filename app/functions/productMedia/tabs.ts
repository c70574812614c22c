import type { TabPermission } from "~/platform/auth/permission";

/** The tabs of Product Media. An administrator's access can be limited to some of them. */
export const MEDIA_TABS = ["media", "sync"] as const;
export type MediaTab = (typeof MEDIA_TABS)[number];

export const TAB_LABELS: Record<MediaTab, string> = { media: "Product Media", sync: "Sync" };

/** What a tab shows. */
export const mediaTab = (tab: MediaTab): TabPermission => ({ flag: "showProductMedia", tabs: [tab] });
