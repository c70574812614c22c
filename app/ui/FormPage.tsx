import { BlockStack, Card, FormLayout, Page, type PageProps } from "@shopify/polaris";
import { type ReactNode, useRef, useState } from "react";
import { ActionForm, type ActionFormProps } from "./form/ActionForm";
import { useSaveBar } from "./form/SaveBarProvider";
import { useSaveCount } from "./form/useSaveCount";
import { useUnsavedChanges } from "./form/useUnsavedChanges";
import { useHoldRefresh } from "./realtime/useRealtime";

interface FormPageProps extends ActionFormProps, Pick<PageProps, "title" | "subtitle" | "backAction"> {
  /** Cards below the form that don't belong to it. @param isDirty whether something in the form is unsaved */
  below?(isDirty: boolean): ReactNode;
}

/**
 * A page that is one form. Unsaved changes show the save bar, and Discard resets the fields. While something is
 * unsaved, the page's data aren't refreshed.
 */
export function FormPage({ title, subtitle, backAction, below, children, ...form }: FormPageProps) {
  const element = useRef<HTMLFormElement>(null);
  const [discards, setDiscards] = useState(0);
  const { state } = form.fetcher;
  const isDirty = useUnsavedChanges(element, `${discards} ${useSaveCount(form.fetcher)}`);
  useHoldRefresh(isDirty);
  useSaveBar(isDirty, {
    busy: state !== "idle",
    save: () => element.current?.requestSubmit(),
    discard: () => setDiscards((count) => count + 1),
  });
  return (
    <Page title={title} subtitle={subtitle} backAction={backAction}>
      <BlockStack gap="400">
        {/* The fields hold their own values: a new key sets them back to what the page was given. */}
        <ActionForm key={discards} ref={element} {...form}>
          <Card>
            <FormLayout>{children}</FormLayout>
          </Card>
        </ActionForm>
        {below?.(isDirty)}
      </BlockStack>
    </Page>
  );
}
