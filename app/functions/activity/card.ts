import { defineCardPart } from "~/domain/customers/card-part";
import { CARD_FLAGS } from "~/domain/customers/kinds";
import type { TimelinePage } from "~/ui/Timeline";
import type { activityCalls } from "./calls.server";
import { timelinePage } from "./filter";
import { HistoryPart } from "./ui/activity-cells";

export const cardPart = defineCardPart<{ activity: typeof activityCalls }, TimelinePage>({
  id: "history",
  title: "History",
  permission: CARD_FLAGS,
  place: "main",
  order: 50,
  load: async (calls, _customer, id) => {
    const history = await calls.activity.ofSubject({ subjectType: "customer", subjectId: id });
    return timelinePage({ type: "customer", id }, history);
  },
  component: HistoryPart,
});
