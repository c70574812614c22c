import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { TwoLines } from "~/ui/TwoLines";

interface SkuCellProps {
  /** The SKU, or a link with it. */
  children: ReactNode;
  /** Of its product. Null when the store has none, or it isn't read yet. */
  title: string | null;
}

/** A SKU in a list, and below it the title of its product. */
export const SkuCell = ({ children, title }: SkuCellProps) => (
  <>
    {children}
    {title && (
      <Text as="span" variant="bodySm" tone="subdued">
        <TwoLines text={title} />
      </Text>
    )}
  </>
);
