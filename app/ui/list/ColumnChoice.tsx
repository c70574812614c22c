import { BlockStack, Button, Checkbox, InlineStack, Modal } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { ListColumn } from "~/platform/list";
import { Dialog } from "../Dialog";
import type { HiddenColumns } from "./useHiddenColumns";

interface ColumnChoiceProps extends HiddenColumns {
  columns: readonly ListColumn[];
  onClose(): void;
}

/** Chooses which columns a list shows. Loaded when it is opened. */
export default function ColumnChoice({ columns, hidden, setHidden, onClose }: ColumnChoiceProps) {
  const choices = useRef<HTMLDivElement>(null);
  // Otherwise the dialog itself would get the focus.
  useEffect(() => choices.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  return (
    <Dialog title="Columns" onClose={onClose}>
      <Modal.Section>
        <div ref={choices}>
          <BlockStack gap="200">
            {columns.map(({ key, title, hiddenTitle = "" }) => (
              <Checkbox
                key={key}
                label={title || hiddenTitle}
                checked={!hidden.has(key)}
                onChange={(isShown) => {
                  const next = new Set(hidden);
                  if (isShown) next.delete(key);
                  else next.add(key);
                  setHidden(next);
                }}
              />
            ))}
            <InlineStack>
              <Button disabled={hidden.size === 0} onClick={() => setHidden(new Set())}>
                Show all columns
              </Button>
            </InlineStack>
          </BlockStack>
        </div>
      </Modal.Section>
    </Dialog>
  );
}
