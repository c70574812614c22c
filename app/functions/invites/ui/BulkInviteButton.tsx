import { Button } from "@shopify/polaris";
import { useRef } from "react";
import { ACCEPTED } from "~/ui/import/FileChoice";

/** The file picker of the bulk invite. */
export function BulkInviteButton({ isBusy, onFile }: { isBusy: boolean; onFile(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label="Spreadsheet of people to invite"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again, after it was put right.
          target.value = "";
          if (file) onFile(file);
        }}
      />
      <Button loading={isBusy} onClick={() => input.current?.click()}>
        Bulk Invite
      </Button>
    </>
  );
}
