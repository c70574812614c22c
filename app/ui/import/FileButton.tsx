import { Button, type ButtonProps } from "@shopify/polaris";
import { useRef } from "react";

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
