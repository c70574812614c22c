import { Text } from "@shopify/polaris";
import type { PeopleSheet } from "~/domain/invitations/ui/people-file";
import ConfirmModal from "~/ui/ConfirmModal";
import { usersInWords } from "../messages";
import type { BulkInvite } from "./useBulkInvite";

/** Asks before the people of a sheet get their mails. Render it while it is open. */
export default function BulkInviteQuestion({ sheet, bulk }: { sheet: PeopleSheet; bulk: BulkInvite }) {
  const needed = sheet.missing.filter((name) => name !== "tags");
  return (
    <ConfirmModal
      title={`Invite ${usersInWords(sheet.people.length)}?`}
      confirmLabel="Invite"
      onConfirm={bulk.invite}
      onClose={bulk.cancel}
    >
      <Text as="p">
        {`Each row of ${sheet.fileName} is invited by itself, in the background. A row that is wrong says why in the job centre, and stops none of the others.`}
      </Text>
      {needed.length > 0 && (
        <Text as="p" tone="critical">
          {`The sheet has no column ${needed.join(", ")}. Rows without it cannot be invited; check the sample file.`}
        </Text>
      )}
    </ConfirmModal>
  );
}
