import { defineCardPart } from "~/domain/customers/card-part";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import type { TimelineEntry } from "~/ui/Timeline";
import type { activityContract } from "./contract";
import { timelineOf } from "./timeline";
import { HistoryPart } from "./ui/HistoryPart";

export const cardPart = defineCardPart<{ activity: typeof activityContract }, TimelineEntry[]>({
  id: "history",
  title: "History",
  permission: CUSTOMER_FLAGS,
  place: "main",
  order: 20,
  load: async (calls, _customer, id) => {
    const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: id });
    return timelineOf(rows);
  },
  component: HistoryPart,
});
