import { BlockStack, Button, Checkbox, InlineStack, Modal } from "@shopify/polaris";
import type { ListColumn } from "~/platform/list";
import { Dialog } from "../Dialog";
import type { HiddenColumns } from "./useHiddenColumns";

interface ColumnChoiceProps extends HiddenColumns {
  columns: readonly ListColumn[];
  onClose(): void;
}

/** Chooses which columns a list shows. Loaded when it is opened. */
export default function ColumnChoice({ columns, hidden, setHidden, onClose }: ColumnChoiceProps) {
  return (
    <Dialog title="Columns" onClose={onClose}>
      <Modal.Section>
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
      </Modal.Section>
    </Dialog>
  );
}
