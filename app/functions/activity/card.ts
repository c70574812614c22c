import { defineCardPart } from "~/domain/customers/card-part";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import type { TimelinePage } from "~/ui/Timeline";
import type { activityContract } from "./contract";
import { timelinePage } from "./timeline";
import { HistoryPart } from "./ui/HistoryPart";

export const cardPart = defineCardPart<{ activity: typeof activityContract }, TimelinePage>({
  id: "history",
  title: "History",
  permission: CUSTOMER_FLAGS,
  place: "main",
  order: 20,
  load: async (calls, _customer, id) => {
    const history = await calls.activity.ofSubject({ subjectType: "customer", subjectId: id });
    return timelinePage({ type: "customer", id }, history);
  },
  component: HistoryPart,
});
