import type { PartProps } from "~/domain/customers/card-part";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { Timeline, type TimelinePage } from "~/ui/Timeline";
import type { ActivityEntry } from "../schemas";
import styles from "./activity-cells.module.css";

/** A row of the Activity list. */
export const activityCells = {
  at: (entry) => <Moment at={entry.at} time />,
  who: (entry) => entry.who.name,
  what: (entry) => (
    <>
      {entry.what}
      {entry.jobId && (
        <>
          {" "}
          (<RowLink to={`/jobs/${entry.jobId}`}>in a job</RowLink>)
        </>
      )}
    </>
  ),
  subject: ({ subject }) => <SubjectLink subject={subject} />,
  changes: (entry) => (
    <ul className={styles.changes}>
      {entry.changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{field}:</span> {before && <del>{before}</del>} {before && "→"}{" "}
          <ins>{after || "empty"}</ins>
        </li>
      ))}
    </ul>
  ),
} satisfies Cells<ActivityEntry>;

function SubjectLink({ subject }: { subject: ActivityEntry["subject"] }) {
  if (!subject.url) return subject.name;
  return <RowLink to={subject.url}>{subject.name}</RowLink>;
}

/** The customer's history in Backroom, as far as the administrator may see it. */
export const HistoryPart = ({ data }: PartProps<TimelinePage>) => <Timeline {...data} />;
