import { Card, InlineGrid } from "@shopify/polaris";
import type { ReactNode } from "react";
import { CardHeading } from "../CardHeading";

interface AnnotatedCardProps {
  title: string;
  /** A sentence below the title. */
  about?: ReactNode;
  children: ReactNode;
}

/** A card with its heading to the left. On a narrow screen, the heading is above it. */
export const AnnotatedCard = ({ title, about, children }: AnnotatedCardProps) => (
  <InlineGrid columns={{ xs: 1, md: ["oneThird", "twoThirds"] }} gap={{ xs: "200", md: "400" }}>
    <CardHeading title={title}>{about}</CardHeading>
    <Card>{children}</Card>
  </InlineGrid>
);
