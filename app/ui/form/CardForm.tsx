import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Box, Card, InlineGrid } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "../CardHeading";
import { ActionForm, type FormCall } from "./ActionForm";
import { FormConflict } from "./ConflictBanner";
import { useSavedForm } from "./useSavedForm";

interface AnnotatedCardProps {
  title: string;
  /** A sentence below the title. */
  about?: ReactNode;
  children: ReactNode;
}

/** A card with its heading to the left. On a narrow screen, the heading is above it. */
export const AnnotatedCard = ({ title, about, children }: AnnotatedCardProps) => (
  <InlineGrid columns={{ xs: 1, md: ["oneThird", "twoThirds"] }} gap={{ xs: "200", md: "400" }}>
    {/* A narrow page has no margin, and the card has its own. */}
    <Box paddingInline={{ xs: "400", sm: "0" }}>
      <CardHeading title={title}>{about}</CardHeading>
    </Box>
    <Card>{children}</Card>
  </InlineGrid>
);

interface CardFormProps {
  title: string;
  /** A sentence below the title. */
  about?: ReactNode;
  fetcher: FetcherWithComponents<ActionAnswer>;
  /** The call that saves it, with the input that no field gives, or what makes it of the fields. */
  call: FormCall;
  /** What is stored now, as one text: when it changes, the fields are reset to it, unless they have unsaved changes. */
  stored: string;
  /** The fields. */
  children: ReactNode;
  /** What is below the fields. @param isDirty they have unsaved changes */
  footer?(isDirty: boolean): ReactNode;
}

/** A setting with a call of its own: a card with its fields, saved and discarded with the page's save bar. */
export function CardForm(props: CardFormProps) {
  const { title, about, fetcher, call, stored, children, footer } = props;
  const { key, isDirty, conflict, form } = useSavedForm({ fetcher, call, stored });
  return (
    <AnnotatedCard title={title} about={about}>
      <ActionForm {...form}>
        <BlockStack gap="300">
          {conflict && <FormConflict {...conflict} />}
          <Fragment key={key}>{children}</Fragment>
          {footer?.(isDirty)}
        </BlockStack>
      </ActionForm>
    </AnnotatedCard>
  );
}
