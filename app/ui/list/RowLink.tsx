import type { ReactNode } from "react";
import { PageLink } from "../PageLink";

interface RowLinkProps {
  to: string;
  /** "_blank" for a page of the Shopify admin. */
  target?: "_blank";
  children: ReactNode;
}

/** Polaris's link without its underline, written out for the same reason as `RowButton`. It leads from a row to a page. */
export const RowLink = (props: RowLinkProps) => (
  <PageLink className="Polaris-Link Polaris-Link--removeUnderline" {...props} />
);
