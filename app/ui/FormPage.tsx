import { BlockStack, Card, FormLayout, Page, type PageProps } from "@shopify/polaris";
import { type ReactNode, useRef } from "react";
import { ActionForm, type ActionFormProps } from "./form/ActionForm";
import { useSaveBar } from "./form/SaveBarProvider";
import { useDiscards } from "./form/useDiscards";
import { useSaveCount } from "./form/useSaveCount";
import { useUnsavedChanges } from "./form/useUnsavedChanges";
import { useHoldRefresh } from "./realtime/useRealtime";

interface FormPageProps
  extends Omit<ActionFormProps, "discarded">,
    Pick<PageProps, "title" | "subtitle" | "backAction"> {
  /** Cards below the form that don't belong to it. @param isDirty whether something in the form is unsaved */
  below?(isDirty: boolean): ReactNode;
}

/**
 * A page that is one form. Unsaved changes show the save bar, and Discard resets the fields. While something is
 * unsaved, the page's data aren't refreshed.
 */
export function FormPage({ title, subtitle, backAction, below, children, ...form }: FormPageProps) {
  const element = useRef<HTMLFormElement>(null);
  const { count, discarded, discard } = useDiscards(form.fetcher);
  const { state } = form.fetcher;
  const isDirty = useUnsavedChanges(element, `${count} ${useSaveCount(form.fetcher)}`);
  useHoldRefresh(isDirty);
  useSaveBar(isDirty, {
    busy: state !== "idle",
    save: () => element.current?.requestSubmit(),
    discard,
  });
  return (
    <Page title={title} subtitle={subtitle} backAction={backAction}>
      <BlockStack gap="400">
        {/* The fields hold their own values: a new key sets them back to what the page was given. */}
        <ActionForm key={count} ref={element} {...form} discarded={discarded}>
          <Card>
            <FormLayout>{children}</FormLayout>
          </Card>
        </ActionForm>
        {below?.(isDirty)}
      </BlockStack>
    </Page>
  );
}
