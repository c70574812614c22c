import { ActionList, Button, Popover } from "@shopify/polaris";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import { useRef, useState } from "react";
import type { RowMenuItem } from "./RowButton";

/** The menu of a row's actions. It is open at first, because the click that opens it loads it. */
export default function RowMenu({
  label,
  items,
  isLoading,
}: {
  label: string;
  items: readonly RowMenuItem[];
  isLoading: boolean;
}) {
  const [isOpen, setOpen] = useState(true);
  const button = useRef<HTMLSpanElement>(null);
  return (
    <Popover
      active={isOpen}
      preferredAlignment="right"
      autofocusTarget="first-node"
      onClose={() => setOpen(false)}
      activator={
        // In a line of text, the button would move when the menu replaces it.
        <span ref={button} style={{ display: "flex" }}>
          <Button
            size="slim"
            variant="tertiary"
            icon={MenuHorizontalIcon}
            accessibilityLabel={label}
            loading={isLoading}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      }
    >
      <ActionList
        actionRole="menuitem"
        items={items.map(({ label: content, onAction, ...item }) => ({
          ...item,
          content,
          onAction() {
            setOpen(false);
            // A dialog that the action opens returns the focus to where it was: not to an item that is gone by then.
            button.current?.querySelector("button")?.focus();
            onAction?.();
          },
        }))}
      />
    </Popover>
  );
}
