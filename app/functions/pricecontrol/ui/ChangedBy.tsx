import { SecondLine } from "~/ui/list/SecondLine";

interface ChangedByProps {
  changedBy: string;
  changedThrough: string | null;
}

/** Who changed a price, and below it what in Backroom changed it, such as the end of a schedule of a file. */
export const ChangedBy = ({ changedBy, changedThrough }: ChangedByProps) => (
  <>
    {changedBy} {changedThrough !== null && <SecondLine>{changedThrough}</SecondLine>}
  </>
);
