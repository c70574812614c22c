import { StatusSection } from "./StatusSection";
import { SubmissionDialog } from "./SubmissionDialog";

/** A submission to look at, with its status. Render it while it is open; load it with `lazy`. */
export default function ViewDialog({ id, onClose }: { id: string; onClose(): void }) {
  return (
    <SubmissionDialog id={id} onClose={onClose}>
      {(submission) => <StatusSection submission={submission} />}
    </SubmissionDialog>
  );
}
