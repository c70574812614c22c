import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "~/ui/CardHeading";
import { lazyPart } from "~/ui/lazy-part";
import { useFetcher } from "~/ui/useFetcher";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface ResetTextProps {
  name: string;
  /** The form has unsaved changes. A reset wouldn't replace them. */
  isDirty: boolean;
}

/** Resets a text to the default. */
export function ResetText({ name, isDirty }: ResetTextProps) {
  const { submit, state, data } = useFetcher<ActionAnswer>();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (data) setAsking(false);
  }, [data]);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Your own text">
          {isDirty ? "Save or discard your changes first." : "This text differs from the default."}
        </CardHeading>
        <InlineStack>
          <Button disabled={isDirty} onClick={() => setAsking(true)}>
            Reset to the default
          </Button>
        </InlineStack>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Reset “${name}”?`}
            confirmLabel="Reset"
            destructive
            busy={state !== "idle"}
            onConfirm={() => submit({ intent: "reset" }, { method: "post" })}
            onClose={() => setAsking(false)}
          >
            Your own subject and text are deleted. Emails that were sent don't change.
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}
