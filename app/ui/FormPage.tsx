import { BlockStack, Card, FormLayout, Page, type PageProps } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import type { PageCall } from "~/platform/page-call";
import { useSavedForm } from "~/ui/form/useSavedForm";
import { ActionForm, type ActionFormProps } from "./form/ActionForm";
import { FormConflict } from "./form/ConflictBanner";
import { focusFirstField } from "./form/form-context";
import { useHydrated } from "./useHydrated";

interface FormPageProps
  extends Pick<ActionFormProps, "fetcher" | "action" | "children">,
    Pick<PageProps, "title" | "subtitle" | "backAction"> {
  /** The call that it makes, with the input that no field gives: when it changes, the fields are reset, unless they have unsaved changes. */
  call: PageCall;
  /** Cards below the form that don't belong to it. @param isDirty whether something in the form is unsaved */
  below?(isDirty: boolean): ReactNode;
}

/**
 * A page that is one form, saved and discarded with the page's save bar. While something is unsaved, the page's data aren't
 * refreshed.
 */
export function FormPage(props: FormPageProps) {
  const { title, subtitle, backAction, fetcher, action, call, below, children } = props;
  const { key, isDirty, conflict, form } = useSavedForm({ fetcher, call });
  const fields = useRef<HTMLDivElement>(null);
  // Until then, the form is inert.
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) focusFirstField(fields.current, { preventScroll: true });
  }, [isHydrated]);
  return (
    <Page title={title} subtitle={subtitle} backAction={backAction}>
      <BlockStack gap="400">
        {/* The fields hold their own values: a new key resets them. */}
        <ActionForm key={key} {...form} action={action}>
          {conflict && <FormConflict {...conflict} />}
          <Card>
            <div ref={fields}>
              <FormLayout>{children}</FormLayout>
            </div>
          </Card>
        </ActionForm>
        {below?.(isDirty)}
      </BlockStack>
    </Page>
  );
}
