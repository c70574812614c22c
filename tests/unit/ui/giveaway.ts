import type { Giveaway } from "~/functions/giveaways/list.server";

/** A giveaway that has ended. */
export const GIVEAWAY: Giveaway = {
  id: 5,
  name: "Summer giveaway",
  description: null,
  startDate: null,
  endDate: null,
  registrationCount: null,
  createdDate: "2026-06-01T10:00:00.000Z",
  registered: 0,
  phase: "ended",
  drawn: 0,
  link: "https://shop.example/giveaway/5",
  isDeleted: false,
  version: 1,
};
