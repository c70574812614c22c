import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Card } from "@shopify/polaris";
import { Fragment, type ReactNode, useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "../CardHeading";
import { useHoldRefresh } from "../realtime/useRealtime";
import { ActionForm } from "./ActionForm";
import { useSaveBar } from "./SaveBarProvider";
import { useDiscards } from "./useDiscards";
import { useSaveCount } from "./useSaveCount";
import { useUnsavedChanges } from "./useUnsavedChanges";

interface CardFormProps {
  title: string;
  /** A sentence below the title. */
  about?: string;
  fetcher: FetcherWithComponents<ActionAnswer>;
  /** Where it is saved: the card is one of several on a page, each with an action of its own. */
  action: string;
  /** Sent along, such as the intent. */
  hidden?: Record<string, string>;
  /** What is stored now, as one text: when it changes, the fields are reset to it, unless they have unsaved changes. */
  stored: string;
  /** The fields. */
  children: ReactNode;
  /** What is below the fields. @param isDirty they have unsaved changes */
  footer?(isDirty: boolean): ReactNode;
}

/** A setting with an action of its own: a card with its fields, saved and discarded with the page's save bar. */
export function CardForm(props: CardFormProps) {
  const { title, about, fetcher, action, hidden, stored, children, footer } = props;
  const element = useRef<HTMLFormElement>(null);
  const { count, discarded, discard } = useDiscards(fetcher);
  const latest = { stored, hidden };
  // What the unsaved changes began with.
  const [opened, setOpened] = useState(latest);
  const { state } = fetcher;
  // After a save the fields are reset too: a secret is empty again.
  const version = `${opened.stored} ${count} ${useSaveCount(fetcher)}`;
  const isDirty = useUnsavedChanges(element, version);
  if (!isDirty && JSON.stringify(opened) !== JSON.stringify(latest)) setOpened(latest);
  useHoldRefresh(isDirty);
  useSaveBar(isDirty, {
    busy: state !== "idle",
    save: () => element.current?.requestSubmit(),
    discard,
  });
  return (
    <Card>
      <ActionForm
        ref={element}
        fetcher={fetcher}
        action={action}
        hidden={opened.hidden}
        discarded={discarded}
      >
        <BlockStack gap="300">
          <CardHeading title={title}>{about}</CardHeading>
          <Fragment key={version}>{children}</Fragment>
          {footer?.(isDirty)}
        </BlockStack>
      </ActionForm>
    </Card>
  );
}
