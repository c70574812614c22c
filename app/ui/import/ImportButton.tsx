import { useLocation, useNavigate } from "@remix-run/react";
import { Button, ButtonGroup } from "@shopify/polaris";
import { ImportIcon, QuestionCircleIcon } from "@shopify/polaris-icons";
import { useRef } from "react";
import { ACCEPTED } from "./FileChoice";
import { handOver } from "./held-sheet";

/**
 * The file input of a list (section 2.2 of the first specification text): the chosen file is read on the import's page, which
 * is the list's address with `/import`.
 * Beside it a way to that page without a file: what can be imported, a sample, earlier imports.
 */
export function ImportButton() {
  const url = `${useLocation().pathname}/import`;
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label="Spreadsheet to import"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (!file) return;
          handOver(file);
          navigate(url);
        }}
      />
      <ButtonGroup variant="segmented">
        <Button icon={ImportIcon} onClick={() => input.current?.click()}>
          Import
        </Button>
        <Button
          icon={QuestionCircleIcon}
          url={url}
          accessibilityLabel="What can be imported, and earlier imports"
        />
      </ButtonGroup>
    </>
  );
}
