import type { ReactNode } from "react";
import { SecondLine } from "~/ui/list/SecondLine";

interface SkuCellProps {
  /** The SKU, or a link with it. */
  children: ReactNode;
  /** Of its product. Null when the store has none, or it isn't read yet. */
  title: string | null;
}

/** A SKU in a list, and below it the title of its product. */
export const SkuCell = ({ children, title }: SkuCellProps) => (
  <>
    {children} {title && <SecondLine>{title}</SecondLine>}
  </>
);
