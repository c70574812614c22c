/** A page of settings, as the index shows it. */
export interface SettingsSection {
  path: string;
  title: string;
  about: string;
}

/** The pages of settings, in the order of the index. */
export const SECTIONS = {
  general: {
    path: "/settings/general",
    title: "General",
    about: "What is turned on for the whole shop, and the shop's data in Shopify",
  },
  registrations: {
    path: "/settings/registrations",
    title: "Registrations",
    about: "Reasons, texts for questions, and rules that approve automatically",
  },
  credit: {
    path: "/settings/credit",
    title: "Credit",
    about: "The second approver, repeated credits, and reminders of expiring credit",
  },
  prices: { path: "/settings/prices", title: "Prices", about: "Limits for scheduled prices" },
  mail: { path: "/settings/mail", title: "Mail", about: "The sender of emails, their pace and their texts" },
  partners: { path: "/settings/partners", title: "Partners", about: "The partners of registration codes" },
  promotion: {
    path: "/settings/promotion",
    title: "Promotion",
    about: "How submissions are reviewed: time to undo, second looks, target time and reservations",
  },
  connections: {
    path: "/settings/connections",
    title: "Connections",
    about: "The other systems that Backroom works with",
  },
  data: {
    path: "/settings/data",
    title: "Data",
    about: "The copies of the store's customers, orders and products that lists read",
  },
} as const satisfies Record<string, SettingsSection>;

/** Leads from a page of settings back to the index. */
export const TO_SETTINGS = { content: "Settings", url: "/settings" } as const;
