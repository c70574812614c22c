import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Button, Card } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "../CardHeading";
import { ActionForm } from "./ActionForm";
import { FormButtons } from "./FormButtons";

interface CardFormProps {
  title: string;
  /** A sentence below the title. */
  about?: string;
  fetcher: FetcherWithComponents<ActionAnswer>;
  /** Where it is saved: the card stands beside others, on a page with an action of its own. */
  action: string;
  /** What is stored now, as one text: when it is another, the fields begin anew with it. */
  stored: string;
  /** The fields. */
  children: ReactNode;
}

/** A setting that is saved by itself: a card with its fields and a Save button. */
export function CardForm({ title, about, fetcher, action, stored, children }: CardFormProps) {
  return (
    <Card>
      <ActionForm fetcher={fetcher} action={action}>
        <BlockStack gap="300">
          <CardHeading title={title}>{about}</CardHeading>
          {/* Only the fields: whoever pressed Save stays on the button. */}
          <Fragment key={stored}>{children}</Fragment>
          <FormButtons>
            <Button submit loading={fetcher.state !== "idle"}>
              Save
            </Button>
          </FormButtons>
        </BlockStack>
      </ActionForm>
    </Card>
  );
}
