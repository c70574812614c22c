import { Timeline, type TimelineEntry } from "~/ui/Timeline";
import type { PartProps } from "../../person-card";

/** What happened to the person in this console, as far as the reader may see it. */
export const HistoryPart = ({ data }: PartProps<TimelineEntry[]>) => <Timeline entries={data} />;
