import type { PartProps } from "~/domain/customers/card-part";
import { Timeline, type TimelinePage } from "~/ui/Timeline";

/** The customer's history in Backroom, as far as the administrator may see it. */
export const HistoryPart = ({ data }: PartProps<TimelinePage>) => <Timeline {...data} />;
