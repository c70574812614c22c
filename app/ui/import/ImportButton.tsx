import { useLocation, useNavigate } from "@remix-run/react";
import { Button, ButtonGroup, type ButtonProps, Checkbox, InlineStack } from "@shopify/polaris";
import { ImportIcon, QuestionCircleIcon } from "@shopify/polaris-icons";
import { useRef, useState } from "react";
import { handOver } from "./held-sheet";
import { SPREADSHEET_FILES } from "./reader-messages";

interface ImportButtonProps {
  /** A checkbox beside the button that sets a field for every row of the file. */
  tick?: { name: string; label: string };
}

/**
 * The file input of a list: the chosen file is read on the import's page, which
 * is the list's address with `/import`.
 * Beside it a way to that page without a file: what can be imported, a sample, earlier imports.
 */
export function ImportButton({ tick }: ImportButtonProps) {
  const [isTicked, setTicked] = useState(false);
  const path = `${useLocation().pathname}/import`;
  const url = `${path}${tick && isTicked ? `?${tick.name}=1` : ""}`;
  const navigate = useNavigate();
  return (
    <InlineStack gap="300" blockAlign="center">
      <ButtonGroup variant="segmented">
        <FileButton
          label="Import"
          icon={ImportIcon}
          inputLabel="Spreadsheet to import"
          accept={SPREADSHEET_FILES}
          onFile={(file) => {
            handOver(file, path);
            navigate(url);
          }}
        />
        <Button
          icon={QuestionCircleIcon}
          url={url}
          accessibilityLabel="What can be imported, and earlier imports"
        />
      </ButtonGroup>
      {tick && <Checkbox label={tick.label} checked={isTicked} onChange={setTicked} />}
    </InlineStack>
  );
}

interface FileButtonProps extends Pick<ButtonProps, "icon" | "loading" | "disabled" | "accessibilityLabel"> {
  label: string;
  /** What the choice of a file is for, to those who do not see the button. */
  inputLabel: string;
  /** The endings of the files that are taken, separated by commas. */
  accept: string;
  onFile(file: File): void;
}

/** A button that asks for a file. */
export function FileButton({ label, inputLabel, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={inputLabel}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // A file can be chosen again, after it was corrected.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
