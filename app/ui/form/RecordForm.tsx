import { BlockStack } from "@shopify/polaris";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ActionForm, type ActionFormProps } from "./ActionForm";
import { FormConflict } from "./ConflictBanner";
import { useOpenedBasis } from "./useOpenedBasis";

/**
 * A form within a page that edits one record of a list. When someone else has changed the record since, what was entered can be applied on
 * top: give the call and the fields the record as it is now. Another record needs another `key`.
 */
export function RecordForm({
  fetcher,
  children,
  ...props
}: Pick<ActionFormProps, "fetcher" | "action" | "call" | "children">) {
  const form = useRef<HTMLFormElement>(null);
  // The answer to the form before this one.
  const [oldAnswer] = useState(fetcher.data);
  const { call, isOutdated, takeLatest } = useOpenedBasis(props.call);
  const answer = fetcher.state === "idle" && fetcher.data !== oldAnswer ? fetcher.data : undefined;
  const conflict = answer?.status === 409 && isOutdated ? answer.notice : undefined;
  return (
    <ActionForm
      ref={form}
      fetcher={fetcher}
      action={props.action}
      call={call}
      oldAnswer={oldAnswer}
      isOutdated={isOutdated}
    >
      <BlockStack gap="300">
        {conflict && (
          <FormConflict
            notice={conflict}
            onApply={() => {
              flushSync(takeLatest);
              form.current?.requestSubmit();
            }}
          />
        )}
        {children}
      </BlockStack>
    </ActionForm>
  );
}
